import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOn, type Database } from '../../../../src/server/db/database.ts'
import { openPglite } from '../../../../src/server/db/pglite/pool.ts'
import { markUnsynced } from '../../../../src/server/db/pglite/unsynced.ts'
import { copyFolder, forget, temporary } from '../../../folders.ts'
import { prepared } from '../../../prepared.ts'
import { withPreload } from '../../support/workers.ts'

const SEED = 20261128
const CUTS = { log: [57, 118], other: [331] }
const CUT = Object.entries(CUTS).flatMap(([kind, counts]) => counts.map(count => `${kind} ${count}`))
const WRITERS = 6
/** Every so many transactions something else is done between two of them. */
const STIRRED = 35
const RECORDER = new URL('../../support/power-cut.mjs', import.meta.url)

interface LeftFile {
  name: string
  base?: string
  file?: string
}

/** What says that a folder is not synced. */
const MARK = 'unsynced'

const PAGE = 8192
/** Files of tables and indexes, which consist of pages. */
const PAGES = /(^|\/)(base\/\d+|global)\/\d+(_vm)?(\.\d+)?$/

/** The place in the log of the newest change that any page bears. */
function newestPage(folder: string): bigint {
  let newest = 0n
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !PAGES.test(path)) continue
    const bytes = readFileSync(path)
    for (let at = 0; at + PAGE <= bytes.length; at += PAGE) {
      const place = (BigInt(bytes.readUInt32LE(at)) << 32n) | BigInt(bytes.readUInt32LE(at + 4))
      if (place > newest) newest = place
    }
  }
  return newest
}

describe('the power fails while an embedded database is written to', () => {
  const folder = temporary('power-cut-')
  const [base, data, cuts, told] = ['base', 'pg', 'cuts', 'told'].map(name => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ]

  const tell = (line: string): void => appendFileSync(told, `${line}\n`)

  /** Transactions one after another: of each that is acknowledged the number is told. */
  async function write(db: Database, writer: number, isOver: () => boolean): Promise<void> {
    for (let n = 0; !isOver(); n++) {
      const id = n * WRITERS + writer
      const pad = 'x'.repeat((id * 37) % 700)
      await db.transaction().execute(async tx => {
        await sql`insert into kept values (${id}, ${pad})`.execute(tx)
        await sql`update counted set times = times + 1 where writer = ${writer}`.execute(tx)
      })
      tell(String(id))
      if (id % STIRRED === STIRRED - 1) await stir(db)
    }
  }

  /** Whoever has seen something finds it again, whoever wrote it. */
  async function read(db: Database, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const { rows } = await sql<{ id: number }>`select id from kept order by ctid desc limit 1`.execute(db)
      if (rows[0]) tell(String(rows[0].id))
    }
  }

  /** What writes pages, and takes files away. */
  async function stir(db: Database): Promise<void> {
    await sql`create table passing as select i from generate_series(1, 500) as i`.execute(db)
    await sql`checkpoint`.execute(db)
    await sql`truncate passing`.execute(db)
    await sql`drop table passing`.execute(db)
  }

  beforeAll(async () => {
    const like = prepared('empty')
    if (like === undefined) await (await openPglite(base)).end()
    else copyFolder(join(like, 'pg'), base)
    await markUnsynced(base)
    const first = databaseOn(await openPglite(base))
    expect(existsSync(join(base, MARK))).toBe(false)
    await sql`create table kept (id int primary key, pad text)`.execute(first)
    await sql`create table counted as
      select i as writer, 0 as times from generate_series(0, ${sql.lit(WRITERS)}) as i`.execute(first)
    await first.destroy()
    copyFolder(base, data)
    mkdirSync(cuts)
    writeFileSync(told, '')
    const powerCut = { base, folder: data, into: cuts, cuts: CUTS, told, seed: SEED }
    const db = databaseOn(await withPreload(RECORDER, { powerCut }, () => openPglite(data)))
    const isOver = (): boolean => CUT.every(cut => existsSync(join(cuts, cut, 'files.json')))
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(db, writer, isOver))
    await Promise.all([...writers, read(db, isOver)])
    await db.destroy()
  })
  afterAll(() => forget(folder))

  it.each(CUT)('%s: all that anybody was told is there, and no page is ahead of the log', async cut => {
    const [from, left] = [join(cuts, cut), join(folder, `left by ${cut}`)]
    copyFolder(base, left)
    const files = JSON.parse(readFileSync(join(from, 'files.json'), 'utf8')) as LeftFile[]
    const names = new Set(files.map(({ name }) => name))
    for (const entry of readdirSync(left, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile() && !names.has(path.slice(left.length + 1))) rmSync(path)
    }
    for (const { name, base: like, file } of files)
      if (file !== undefined) copyFileSync(join(from, file), join(left, name))
      else if (like !== name) copyFileSync(join(base, like ?? ''), join(left, name))
    const newest = newestPage(left)
    const db = databaseOn(await openPglite(left, { isSynced: false }))
    expect(existsSync(join(left, MARK))).toBe(true)
    try {
      const { rows: log } = await sql<{ end: string }>`
        select (redo_lsn - '0/0')::text as end from pg_control_checkpoint()`.execute(db)
      expect(newest).toBeLessThanOrEqual(BigInt(log[0]?.end ?? 0))
      const there = new Set((await sql<{ id: number }>`select id from kept`.execute(db)).rows.map(({ id }) => id))
      const ids = readFileSync(join(from, 'told'), 'utf8').match(/\d+/g)?.map(Number) ?? []
      expect(ids).not.toEqual([])
      expect(ids.filter(id => !there.has(id))).toEqual([])
      // each transaction as a whole
      const { rows: sums } = await sql<{ times: number }>`select sum(times)::int as times from counted`.execute(db)
      expect(sums[0]?.times).toBe(there.size)
      await sql`set enable_seqscan = off`.execute(db)
      const { rows: byIndex } = await sql<{ id: number }>`select id from kept where id >= 0`.execute(db)
      expect(byIndex.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...there].sort((a, b) => a - b))
      await sql`delete from kept`.execute(db)
      await sql`checkpoint`.execute(db)
    } finally {
      await db.destroy()
    }
  })
})
