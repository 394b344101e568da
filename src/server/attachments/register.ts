import { sql } from 'kysely'
import { entityFor, isHiddenIn } from '../access/field-rights.ts'
import { reachOf } from '../access/reach.ts'
import { inScope, type RowScope } from '../access/row-scope.ts'
import type { Services } from '../call/context.ts'
import type { ScopedConfiguration } from '../../core/index.ts'
import type { Database, TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { chinaTime } from '../db/time.ts'
import { notFound } from '../answer/refusal.ts'
import type { SignedIn } from '../access/signed-in.ts'
import { choices } from '../call/values.ts'
import { addressesIn, fileIdOf } from './addresses.ts'
import { fileKindOf } from '../files/kinds.ts'
import { FileAnswer, type Stored } from '../files/store.ts'

/** The person who asks for a file, with the server's services. */
export interface FileReader extends Services {
  user: SignedIn
  scoped: ScopedConfiguration
  rows: RowScope
}

export interface UploadedFile {
  id: string
  url: string
  name: string
  size: number
  type: string
}
const MISSING = '文件不存在或您无权查看'

/** The address stored in a record. It ends with the file's name, because that part is shown to people. */
export const fileAddress = (base: string, id: string, name: string): string =>
  `${base}/${id}/${encodeURIComponent(name)}`

export async function registerFile(
  db: Database,
  userId: string,
  id: string,
  name: string,
  { size, sha256 }: Stored,
): Promise<string> {
  const type = fileKindOf(name)?.type ?? 'application/octet-stream'
  await db.insertInto('sys_file').values({ id, userId, name, type, size, sha256, createTime: chinaTime() }).execute()
  return type
}

/** Ids of our own files in a value; addresses of other sites are skipped. */
export const idsIn = (base: string, value: unknown): string[] =>
  choices(value).flatMap(address => fileIdOf(base, address) ?? [])

export const filesIn = (base: string, entity: Entity, row: TableRow | undefined): string[] =>
  row
    ? [
        ...new Set(
          entity.fields
            .filter(field => !isHiddenIn(field, row))
            .flatMap(field => addressesIn(field, row[field.name]))
            .flatMap(address => fileIdOf(base, address) ?? []),
        ),
      ]
    : []

/** Whether this person may read a record that names the file. */
async function isNamed(reader: FileReader, id: string): Promise<boolean> {
  const uses = await reader.db
    .selectFrom('sys_file_use')
    .select(['entity', 'objectId'])
    .where('fileId', '=', id)
    .execute()
  const { calls } = reachOf(reader.scoped, reader.user)
  const readable = new Set(
    [...reader.scoped.calls().values()].flatMap(one =>
      calls.has(one.name) && one.entity && !one.changes && one.access !== 'open' ? [one.entity] : [],
    ),
  )
  for (const { entity: name, objectId } of uses) {
    const entity = reader.entities().get(String(name))
    if (!entity) continue
    const key = String(objectId)
    if (readable.has(entity.name) && (await stillNames(reader, entity, key, id))) return true
    if (await isStep(reader, { entity, key, id }, readable)) return true
  }
  return false
}

/** Whether a step of a record names the file: who may read the record reads what was handed in on its way. */
async function isStep(
  reader: FileReader,
  { entity, key, id }: { entity: Entity; key: string; id: string },
  readable: ReadonlySet<string>,
): Promise<boolean> {
  const records = [...reader.entities().values()].flatMap(record =>
    readable.has(record.name)
      ? record.fields.flatMap(({ workflow }) => {
          const doc = workflow === undefined ? undefined : reader.scoped.workflow(workflow)
          return doc?.entity === record.name && doc.route?.entity === entity.name ? [{ record, by: doc.route.key }] : []
        })
      : [],
  )
  if (records.length === 0) return false
  const step = await reader.db.selectFrom(entity.name).selectAll().where(entity.key, '=', key).executeTakeFirst()
  if (!filesIn(reader.scoped.app.api.fileBase, entityFor(entity, reader.user), step).includes(id)) return false
  for (const { record, by } of records) {
    const where = inRecord(reader, record, String(step?.[by] ?? ''))
    const { rows } = await sql`select 1 from ${sql.table(record.name)} where ${where}`.execute(reader.db)
    if (rows.length > 0) return true
  }
  return false
}

const inRecord = (reader: FileReader, entity: Entity, key: string) =>
  sql.join([...inScope(entity, reader.rows), sql`${sql.ref(entity.key)} = ${key}`], sql` and `)

async function stillNames(reader: FileReader, entity: Entity, key: string, id: string): Promise<boolean> {
  const where = inRecord(reader, entity, key)
  const { rows } = await sql<TableRow>`select * from ${sql.table(entity.name)} where ${where}`.execute(reader.db)
  return filesIn(reader.scoped.app.api.fileBase, entityFor(entity, reader.user), rows[0]).includes(id)
}

export async function mayRead(reader: FileReader, id: string): Promise<boolean> {
  const file = await reader.db.selectFrom('sys_file').select('userId').where('id', '=', id).executeTakeFirst()
  return file !== undefined && (file['userId'] === reader.user.id || (await isNamed(reader, id)))
}

/** The canonical address of a file that this person may read; undefined if there is none. */
export async function ownAddress(reader: FileReader, id: string): Promise<string | undefined> {
  if (!(await mayRead(reader, id))) return undefined
  const { name } = await reader.db.selectFrom('sys_file').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return fileAddress(reader.scoped.app.api.fileBase, id, String(name))
}

/**
 * Refuses a file that the person may not read exactly like one that does not exist, so that nobody can probe for ids.
 */
export async function readFileOf(reader: FileReader, id: string): Promise<FileAnswer> {
  const file = await reader.db.selectFrom('sys_file').selectAll().where('id', '=', id).executeTakeFirst()
  const content = file && (await mayRead(reader, id)) ? await reader.files.open(id) : undefined
  if (!file || !content) throw notFound(MISSING)
  return new FileAnswer(
    String(file['name']),
    String(file['type']),
    content,
    fileKindOf(String(file['name']))?.inline ?? false,
  )
}
