import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FaultList, faultLines } from '../../../../src/server/attachments/named-files.ts'
import type { Database } from '../../../../src/server/db/database.ts'
import { migrate } from '../../../../src/server/db/migrate/migrate.ts'
import { lackingAfter, readBackup } from '../../../../src/server/start/folders/backup-folder.ts'
import { openFileFolder, pathOfFile } from '../../../../src/server/start/folders/file-folder.ts'
import type { BackupManifest } from '../../../../src/server/start/folders/backup-format.ts'
import { writeBackup } from '../../../../src/server/start/folders/write-backup.ts'
import { forget, temporary } from '../../../folders.ts'
import { openDatabase } from '../../support/database.ts'
import { noPostgres } from '../../support/postgres.ts'

const own = {} as { db: Database; close(): Promise<void>; home: string; data: string }
let backups = 0
const backUp = (db = own.db): Promise<BackupManifest> =>
  writeBackup(db, own.data, join(own.home, `backup-${++backups}`))
const last = (): string => join(own.home, `backup-${backups}`)
const at = (id: string): string => join(own.data, 'files', pathOfFile(id))
const idOf = (name: string): string => `${name}-0123456789abcdef`

async function upload(name: string, text = '证据'): Promise<string> {
  const id = idOf(name)
  const stored = await (await openFileFolder(own.data)).put(id, Readable.from([Buffer.from(text)]))
  const row = { id, userId: 'u', name: `${name}.txt`, type: 'text/plain', ...stored, createTime: '2026-01-01' }
  await own.db.insertInto('sys_file').values(row).execute()
  return id
}
const job = (name: string, more: object = {}): Promise<unknown> =>
  own.db
    .insertInto('sys_job')
    .values({ id: idOf(name), userId: 'u', kind: 'export', total: 1, finished: 1, createdAt: 0, beatAt: 0, ...more })
    .execute()

type Sweeping = <T>(work: (tx: Database) => Promise<T>) => Promise<T>

/** Of a database that has only what every product has. */
beforeAll(async () => {
  Object.assign(own, await openDatabase(noPostgres === undefined ? 'PostgreSQL' : 'PGlite'))
  await migrate(own.db, [])
})
beforeEach(async () => {
  await own.db.deleteFrom('sys_file').execute()
  await own.db.deleteFrom('sys_job').execute()
  own.home = temporary('lacking-')
  own.data = join(own.home, 'data')
})
afterAll(async () => {
  await own.close?.()
  await forget(own.home)
})

describe('a backup', () => {
  it('is whole where all that rows name is there, whatever else lies in the folder', async () => {
    await upload('there')
    await job('fetched', { taken: 1 })
    await job('cancelled', { cancelled: 1 })
    await job('under-way', { finished: 0 })
    await job('failed', { error: '没有成功' })
    await job('batch', { kind: 'batch' })
    await (await openFileFolder(own.data)).put(idOf('unknown'), Readable.from([Buffer.from('x')]))
    expect(await backUp()).toMatchObject({ lacking: { count: 0, first: [] }, files: { length: 2 } })
  })

  it('says what it lacks, and is usable all the same: nothing there, another size, another content', async () => {
    const [gone, cut, other, kept] = [
      await upload('gone'),
      await upload('cut'),
      await upload('other'),
      await upload('kept'),
    ]
    await job('sheet', { fileName: '网店.xlsx' })
    await job('check', { kind: 'import', taken: 1 })
    rmSync(at(gone))
    writeFileSync(at(cut), '证')
    writeFileSync(at(other), '假据')
    const { lacking, files, tables } = await backUp()
    expect(lacking?.first.map(({ name, fault }) => [name, fault]).sort()).toEqual(
      [
        ['cut.txt', 'size'],
        ['gone.txt', 'missing'],
        ['other.txt', 'content'],
        [idOf('check'), 'missing'],
        ['网店.xlsx', 'missing'],
      ].sort(),
    )
    expect(lacking?.count).toBe(5)
    // what could be saved is
    expect(files.map(({ path }) => path).sort()).toEqual([cut, other, kept].map(pathOfFile).sort())
    expect((await readBackup(last())).manifest.tables).toEqual(JSON.parse(JSON.stringify(tables)))
  })

  it.each<[what: string, spoil: () => void]>([
    ['is empty', () => rmSync(join(own.data, 'files'), { recursive: true })],
    [
      'cannot be read',
      () => {
        rmSync(join(own.data, 'files'), { recursive: true })
        writeFileSync(join(own.data, 'files'), 'a file where the folder was mounted')
      },
    ],
  ])('lacks all files where the folder %s', async (_what, spoil) => {
    for (let n = 0; n < 130; n++) await upload(`f${n}`)
    spoil()
    const { lacking = new FaultList() } = await backUp()
    expect([lacking.count, lacking.first.length]).toEqual([130, 100])
    const lines = faultLines(lacking)
    expect(lines).toHaveLength(21)
    expect(lines.at(-1)).toContain('共 130 个')
  })

  it('lacks no file whose row was deleted while it was made', async () => {
    const id = await upload('swept')
    rmSync(at(id))
    // when the rows have been read, and before the folder is looked at
    const swept: Sweeping = async work => {
      const made = await own.db.transaction().setIsolationLevel('repeatable read').execute(work)
      await own.db.deleteFrom('sys_file').execute()
      return made
    }
    const db = {
      transaction: () => ({ setIsolationLevel: () => ({ execute: swept }) }),
      selectFrom: own.db.selectFrom.bind(own.db),
    } as unknown as Database
    expect((await backUp(db)).lacking?.count).toBe(0)
    expect(existsSync(last())).toBe(true)
  })
})

describe('a restore', () => {
  it('finds what neither the backup nor the data folder has, of backups of older versions as well', async () => {
    const [gone, beside] = [await upload('gone'), await upload('beside')]
    for (const id of [gone, beside]) rmSync(at(id))
    const manifest = await backUp()
    const { lacking: _, changes: __, ...older } = manifest
    writeFileSync(at(beside), '证据')
    for (const one of [manifest, older]) {
      const { count, first } = await lackingAfter(last(), one, own.data)
      expect([count, first.map(({ name }) => name)]).toEqual([1, ['gone.txt']])
    }
    expect(readFileSync(join(last(), 'manifest.json'), 'utf8')).toContain(
      createHash('sha256').update('证据').digest('hex'),
    )
  })
})
