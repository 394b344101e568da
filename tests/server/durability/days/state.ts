import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../../src/server/db/database.ts'
import { checkRollups } from '../../../../src/server/db/rollups/report.ts'
import { chinaTime, momentOf } from '../../../../src/server/db/time.ts'
import type { Settings } from '../../../../src/server/start/settings/environment.ts'
import type { Kept } from './office.ts'

const DAY_MS = 86_400_000

/** What a server that was ended has left behind. */
export interface State {
  /** up to when everything was to be done */
  until: string
  /** bytes of the data folder, and of a database that lies elsewhere */
  disk: number
  /** rows of the server's own tables */
  rows: Readonly<Record<string, number>>
  /** sites and clues that people were told are kept, and are not there */
  lost: number
  /** clues whose number another one has, too */
  doubled: number
  /** what had come due and was not done, by what it is */
  undone: Readonly<Record<string, number>>
  /** roll-ups that differ from the rows */
  wrong: readonly string[]
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true })
    .map(entry => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? sizeOf(path) : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
    })
    .reduce((sum, size) => sum + size, 0)

async function countOf(db: Database, table: string, where: RawBuilder<boolean> = sql`true`): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${where}`.execute(db)
  return Number(rows[0]?.n)
}

async function ownRows(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_name like 'sys!_%' escape '!' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of rows) counts[name] = await countOf(db, name)
  return counts
}

const due = (until: string): RawBuilder<boolean> => sql`"delFlag" = 0 and state = '1' and "nextRun" <= ${until}`
const late = (until: string): RawBuilder<boolean> => sql`"limitTime" < ${until} and "delFlag" = 0
  and coalesce(overdue, 0) = 0 and coalesce("finishState", 0) = 0 and "resultStatus" in ('20', '30')`

const undoneAt = async (db: Database, until: string): Promise<State['undone']> => ({
  directional: await countOf(db, 'directional', due(until)),
  collecting: await countOf(db, 'collectTask', due(until)),
  jobs: await countOf(db, 'sys_job', sql`finished = 0`),
  overdue: await countOf(db, 'illegalResult', late(until)),
  sessions: await countOf(db, 'sys_session', sql`"expiresAt" < ${momentOf(until) - DAY_MS}`),
})

async function databaseSize(db: Database): Promise<number> {
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)
  return Number(rows[0]?.size)
}

type Place = Pick<Settings, 'databaseUrl' | 'dataDir'>

/** Looks at what is there while no server runs. `until`: milliseconds up to which the clock's work is to be done. */
export async function stateOf(
  db: Database,
  { databaseUrl, dataDir }: Place,
  { sites, clues }: Kept,
  until: number,
): Promise<State> {
  const found = await db.selectFrom('website').select('uniqueId').where('delFlag', '=', 0).execute()
  const numbered = await db.selectFrom('illegalResult').select(['resultId', 'clueNo']).execute()
  const known = new Set([...found.map(row => row['uniqueId']), ...numbered.map(row => row['resultId'])])
  const reports = await checkRollups(db)
  const time = chinaTime(until)
  return {
    until: time,
    disk: sizeOf(dataDir) + (databaseUrl === undefined ? 0 : await databaseSize(db)),
    rows: await ownRows(db),
    lost: [...sites, ...clues].filter(key => !known.has(key)).length,
    doubled: numbered.length - new Set(numbered.map(row => row['clueNo'])).size,
    undone: await undoneAt(db, time),
    wrong: reports.filter(({ differences }) => differences.length > 0).map(({ name }) => name),
  }
}
