import { writeDerived } from '../../../server/records/write/change.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database, TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { isSharded, PROVINCE } from '../../../server/db/tables/province.ts'
import { SCORE, LEVEL } from './grade.ts'
import { carrierKind } from '../carriers/carriers.ts'

const RECORD = 'livenessRecord'
/** a month's prefix of a time; texts of times sort chronologically */
const MONTH_LETTERS = 7
/** Fields copied from the carrier under the same name. */
const SHARED = ['areaCode', 'customerId', 'jurisdictionOrg', 'createBy', 'uscc_dim', 'subjectType'] as const

/** Context for writing points. */
export interface Keeping {
  tx: Database
  entities: ReadonlyMap<string, Entity>
  carrier: Entity
}

function recordOf({ entities, carrier }: Keeping): Entity | undefined {
  const record = entities.get(RECORD)
  return record && carrierKind(carrier) !== undefined && carrier.byName.has(SCORE) ? record : undefined
}

type Columns = [name: string, value: RawBuilder<unknown>][]

function columnsOf({ carrier }: Keeping, record: Entity, now: string): Columns {
  const kind = carrierKind(carrier) ?? ''
  const month = now.slice(0, MONTH_LETTERS)
  const columns: Columns = [
    ['id', sql`${sql.lit(`${kind}-`)} || ${sql.ref(carrier.key)} || ${sql.lit(`-${month}`)}`],
    ['month', sql`${sql.lit(month)}`],
    ['objectKind', sql`${sql.lit(kind)}`],
    ['objectId', sql.ref(carrier.key)],
    ['objectName', sql.ref(carrier.title)],
    ['score', sql.ref(SCORE)],
    ['level', sql.ref(LEVEL)],
    ...['measureTime', 'createTime', 'updateTime'].map((name): Columns[number] => [name, sql`${now}::timestamp`]),
    ['delFlag', sql`0`],
    ...SHARED.filter(name => carrier.byName.has(name)).map((name): Columns[number] => [name, sql.ref(name)]),
  ]
  return [
    ...columns.filter(([name]) => record.byName.has(name)),
    ...(isSharded(record) ? [[PROVINCE, sql.ref(PROVINCE)] as Columns[number]] : []),
  ]
}

/** Stores the current score of these carriers as the point of the month; a later score of the month replaces it. */
export async function notePoints(keeping: Keeping, keys: readonly string[], now: string): Promise<void> {
  const record = recordOf(keeping)
  if (!record || keys.length === 0) return
  const { tx, carrier } = keeping
  const columns = columnsOf(keeping, record, now)
  const later = columns
    .filter(([name]) => !['id', 'createTime', PROVINCE].includes(name))
    .map(([name]) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  await sql`insert into ${sql.table(RECORD)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    select ${sql.join(columns.map(([, value]) => value))} from ${sql.table(carrier.name)}
    where ${sql.ref(carrier.key)} in (${sql.join([...keys])}) and ${sql.ref(SCORE)} is not null
    on conflict (${sql.join(['id', ...(isSharded(record) ? [PROVINCE] : [])].map(name => sql.ref(name)))})
    do update set ${sql.join(later)}`.execute(tx)
}

/** Moves a carrier's points with it, and renames them: their row scope must equal the carrier's. */
async function follow(keeping: Keeping, record: Entity, before: TableRow, after: TableRow): Promise<void> {
  const { tx, carrier } = keeping
  const facts: TableRow = {
    objectName: after[carrier.title],
    ...Object.fromEntries(
      SHARED.filter(name => carrier.byName.has(name) && record.byName.has(name)).map(name => [
        name,
        after[name] ?? null,
      ]),
    ),
  }
  if ([carrier.title, ...SHARED].every(name => before[name] === after[name])) return
  const { rows } = await sql<TableRow>`select * from ${sql.table(RECORD)} where "objectId" = ${after[carrier.key]}
      and "objectKind" = ${carrierKind(carrier)}`.execute(tx)
  for (const row of rows) await writeDerived(tx, record, row, facts)
}

/** Updates a carrier's points in the transaction of its change. */
export async function keepPoints(keeping: Keeping, before: TableRow | undefined, after: TableRow): Promise<void> {
  const record = recordOf(keeping)
  if (!record) return
  if (before) await follow(keeping, record, before, after)
  if (after[SCORE] !== before?.[SCORE])
    await notePoints(keeping, [String(after[keeping.carrier.key])], String(after['updateTime']))
}
