import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_PRODUCT } from '../../../../src/server/product/product.ts'
import { firstConfiguration, followEdits } from '../../../../src/server/start/configuration/live-configuration.ts'
import type { Watching } from '../../../../src/server/start/configuration/config-folder.ts'
import { KeptTables } from '../../../../src/server/start/database/kept-tables.ts'
import { readSettings } from '../../../../src/server/start/settings/environment.ts'
import { forget, ROOT, temporary } from '../../../folders.ts'
import { openDatabase, type Opened } from '../../support/database.ts'
import { noPostgres } from '../../support/postgres.ts'

const SETTINGS = readSettings({}, ROOT)
const ENTITY = 'schemas/entities/book.yaml'
const PAGE = 'schemas/pages/books.yaml'

for (const kind of ['PGlite', 'PostgreSQL'] as const) {
  describe.skipIf(kind === 'PostgreSQL' && noPostgres !== undefined)(`indexes on ${kind}`, () => {
    const own: { folder: string; page: string; opened?: Opened; watching?: Watching; said: string[] } = {
      folder: '',
      page: '',
      said: [],
    }
    const at = (path: string): string => join(own.folder, path)
    const indexes = async (): Promise<string[]> => {
      const { rows } = await sql<{
        said: string
      }>`select indexdef as said from pg_indexes where tablename = 'book' order by 1`.execute(own.opened!.db)
      return rows.map(row => row.said)
    }
    const isOnShelf = (said: string): boolean => said.includes('pairs(alike(shelf))')
    const edited = async (text: string): Promise<void> => {
      own.said = []
      await writeFile(at(PAGE), text)
      await expect.poll(() => own.said.join(), { timeout: 120_000 }).toContain('configuration updated')
    }

    beforeAll(async () => {
      own.folder = temporary('indexes-')
      await cp(join(ROOT, 'examples/library'), own.folder, { recursive: true })
      await cp(join(ROOT, 'base'), at('base'), { recursive: true })
      const entity = await readFile(at(ENTITY), 'utf8')
      await writeFile(at(ENTITY), entity.replace('title: bookName', 'title: bookName\nvolume: large'))
      own.page = await readFile(at(PAGE), 'utf8')
      own.opened = await openDatabase(kind)
      const { db } = own.opened
      const live = await firstConfiguration(own.folder)
      const log = {
        info: (line: string) => void own.said.push(line),
        error: (line: string) => void own.said.push(line),
      }
      const tables = new KeptTables({ settings: SETTINGS, product: NO_PRODUCT, log })
      await tables.bring(db, live)
      await db
        .insertInto('book')
        .values({ id: 'b', bookName: '书', shelf: '甲乙', areaCode: '110101', provinceCode: '11', delFlag: 0 })
        .execute()
      own.watching = await followEdits(own.folder, live, next => tables.bring(db, next), log)
    })
    afterAll(async () => {
      await own.watching?.close()
      await own.opened?.close()
      await forget(own.folder)
    })

    it('follow the filters of a page while the server runs, and leave those alone that are none of ours', async () => {
      await sql`create index book_of_an_operator on book (author)`.execute(own.opened!.db)
      const before = await indexes()
      expect(before.some(said => said.includes('pairs(alike("bookName"))'))).toBe(true)
      expect(before.filter(isOnShelf)).toEqual([])
      await edited(own.page.replace('filters:\n', 'filters:\n  shelf:\n'))
      expect((await indexes()).filter(isOnShelf)).toHaveLength(1)
      const { rows } = await sql`select id from book where pairs(alike(shelf)) @@ pairs_of('甲乙')`.execute(
        own.opened!.db,
      )
      expect(rows).toEqual([{ id: 'b' }])
      await edited(own.page)
      expect(await indexes()).toEqual(before)
      expect(before.some(said => said.includes('book_of_an_operator'))).toBe(true)
    })

    it('are not looked at for an edit of words, and whole again with the next that asks for others', async () => {
      const before = await indexes()
      const [name = ''] =
        /(?<=INDEX )\S+/.exec(before.find(said => said.includes('pairs(alike("bookName"))')) ?? '') ?? []
      await sql.raw(`drop index ${name}`).execute(own.opened!.db)
      const without = await indexes()
      expect(without).toHaveLength(before.length - 1)
      const renamed = own.page.replace(/^title: .*$/m, 'title: 别的书')
      await edited(renamed)
      expect(await indexes()).toEqual(without)
      await edited(renamed.replace('filters:\n', 'filters:\n  shelf:\n'))
      expect((await indexes()).filter(said => !isOnShelf(said))).toEqual(before)
      await edited(own.page)
    })
  })
}
