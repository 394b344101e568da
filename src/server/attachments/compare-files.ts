import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, TableRow } from '../db/database.ts'
import type { FileReading } from '../files/store.ts'
import { FaultList, FILE_TABLES, type FaultyFiles, type FileFault, type NamedFile } from './named-files.ts'

/** Rows at a time: there may be a million, and whoever asks the database meanwhile is answered in between. */
const PAGE = 500
/** Files whose content is read as well, and how much of it at most. */
const [READ, READ_BYTES] = [200, 512 * 1024 ** 2]

export interface Comparing {
  db: Database
  files: FileReading
  /** gives others their turn */
  rest(): Promise<void>
  /** a number that is another one each time, so that the content of other files is read each time */
  turn: number
}
export interface FilesFound extends FaultyFiles {
  named: number
  /** whose content was read */
  read: number
}

async function* pagesOf({ db, rest }: Comparing, table: string): AsyncGenerator<NamedFile[]> {
  const { columns = [], fileOf } = FILE_TABLES[table] ?? {}
  const listed = sql.join(columns.map(name => sql.ref(name)))
  for (let last = ''; ;) {
    const { rows } = await sql<TableRow>`select ${listed} from ${sql.table(table)} where id > ${last}
      order by id limit ${PAGE}`.execute(db)
    yield rows.flatMap(row => fileOf?.(row) ?? [])
    if (rows.length < PAGE) return
    last = String(rows.at(-1)?.['id'])
    await rest()
  }
}

/** Before the first start there are none. */
async function hasTables(db: Database): Promise<boolean> {
  const all = sql.join(
    Object.keys(FILE_TABLES).map(table => sql`to_regclass(${table}) is not null`),
    sql` and `,
  )
  const { rows } = await sql<{ all: boolean }>`select ${all} as all`.execute(db)
  return rows[0]?.all === true
}

/** Every how many files the content is read, and from which one on. */
async function strideOf({ db, turn }: Comparing): Promise<{ every: number; from: number }> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from sys_file`.execute(db)
  const every = Math.max(1, Math.ceil(Number(rows[0]?.n ?? 0) / READ))
  return { every, from: turn % every }
}

async function hashOf({ files }: Comparing, id: string): Promise<string | undefined> {
  const content = await files.open(id)
  if (!content) return undefined
  const hash = createHash('sha256')
  for await (const chunk of content as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}

/** Compares rows with the files that they name: whether each is there and has its size, and of some the content. */
export async function compareFiles(comparing: Comparing): Promise<FilesFound> {
  const found = new FaultList()
  let [named, read, bytes] = [0, 0, 0]
  const told = (): FilesFound => ({ count: found.count, first: found.first, named, read })
  if (!(await hasTables(comparing.db))) return told()
  const { every, from } = await strideOf(comparing)
  const faultOf = async ({ id, size, sha256 }: NamedFile): Promise<FileFault | undefined> => {
    const isRead = sha256 !== undefined && named % every === from && bytes < READ_BYTES
    named++
    // a disk that does not give it has lost it
    const there = await comparing.files.size(id).catch(() => undefined)
    if (there === undefined) return 'missing'
    if (size !== undefined && size !== there) return 'size'
    if (!isRead) return undefined
    read++
    bytes += there
    return (await hashOf(comparing, id).catch(() => undefined)) === sha256 ? undefined : 'content'
  }
  for (const table of Object.keys(FILE_TABLES))
    for await (const page of pagesOf(comparing, table)) {
      for (const file of page) {
        const fault = await faultOf(file)
        // swept meanwhile, row and file
        if (fault !== undefined && (await isNamed(comparing, table, file.id))) found.add(file, fault)
      }
    }
  return told()
}

async function isNamed({ db }: Comparing, table: string, id: string): Promise<boolean> {
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
