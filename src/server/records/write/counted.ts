import { sql, type RawBuilder } from 'kysely'
import { countedPart } from '../../../core/model/field/counted.ts'
import { amongThese, grouped } from '../../db/arrays.ts'
import type { Database, TableRow } from '../../db/database.ts'
import { write, type WriteMany } from '../../db/gathering.ts'
import { unlistedBy } from '../../db/tables/indexes.ts'
import type { Count, Entity } from '../../db/tables/models.ts'
import { computedFields, computedOf } from './computed.ts'
import { filterConditions } from '../read/filters.ts'
import { every } from '../read/plan-list.ts'

/** A row before and after a change; without `before` it is new, without `after` it is gone. */
export interface Written {
  before?: TableRow | undefined
  after?: TableRow | undefined
}

const known = new WeakMap<Entity, readonly string[]>()

/** Fields that the server counts: nothing else writes them. */
export function countedFields(entity: Entity): readonly string[] {
  const found = known.get(entity) ?? entity.fields.flatMap(({ name, counted }) => (counted ? [name] : []))
  known.set(entity, found)
  return found
}

/** What a field says before anything is counted; of the first and the last of nothing there is none. */
const emptyOf = ({ counted }: Pick<Count, 'counted'>): number | null =>
  ['first', 'last'].includes(countedPart(counted)?.part ?? '') ? null : 0

/** Of a new record no row can say anything yet. */
export const startingCounts = (entity: Entity): TableRow =>
  Object.fromEntries(entity.fields.flatMap(({ name, counted }) => (counted ? [[name, emptyOf({ counted })]] : [])))

/** Fields of the rows that decide whether, for whom and as what they count. */
function watched(entity: Entity, { counted, by }: Count): string[] {
  const part = countedPart(counted)
  const filtered = Object.keys(counted.filters ?? {}).map(name => fieldOf(entity, name))
  return [counted.through, ...filtered, ...(by ? [by.field] : []), ...(part ? [part.field] : [])]
}

/** The field of a filter, also where it is an end of its range. */
const fieldOf = ({ byName }: Entity, name: string): string =>
  byName.has(name) ? name : name.replace(/(?:Start|End|Below)$/, '')

function keysOf(entity: Entity, counts: readonly Count[], { before, after }: Written): string[] {
  const own = [...(entity.byName.has('delFlag') ? ['delFlag'] : []), ...unlistedBy(entity).map(({ name }) => name)]
  return counts.flatMap(count => {
    const names = [...watched(entity, count), ...own]
    if (before && after && names.every(name => before[name] === after[name])) return []
    return [before, after].flatMap(row => (row && isNamed(row, count) ? [String(row[count.counted.through])] : []))
  })
}

const isNamed = (row: TableRow, { counted, by }: Count): boolean =>
  Boolean(row[counted.through]) && (by === undefined || row[by.field] === by.kind)

/** Condition for rows that count, of those that name a record. */
const condition = (entity: Entity, { counted, by }: Count): RawBuilder<boolean> =>
  every([
    ...(by ? [sql<boolean>`${sql.ref(by.field)} = ${by.kind}`] : []),
    ...unlistedBy(entity)
      .filter(({ name }) => !(name in (counted.filters ?? {})))
      .map(one => sql.raw<boolean>(one.condition)),
    ...filterConditions(entity, said(counted.filters), { plain: true, compared: true }),
  ])

const said = (filters: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null && value !== false))

const FUNCTIONS = { sum: 'sum', first: 'min', last: 'max' } as const

/** The number itself, of the rows that name one record. */
function numberOf(entity: Entity, count: Count): RawBuilder<unknown> {
  const part = countedPart(count.counted)
  const of = part ? sql`${sql.raw(FUNCTIONS[part.part])}(${sql.ref(part.field)})` : sql`count(*)`
  const number = sql`${of} filter (where ${condition(entity, count)})`
  return emptyOf(count) === null ? number : sql`coalesce(${number}, 0)`
}

/** Counts that the rows of one entity tell of another by the same field: asked for together. */
export interface Counting {
  entity: Entity
  parent: Entity
  through: string
  counts: readonly Count[]
}

export const countingsOf = (entity: Entity): Counting[] =>
  [...grouped(entity.counts ?? [], ({ parent }) => parent)].flatMap(([parent, some]) =>
    [...grouped(some, ({ counted }) => counted.through)].map(([through, counts]) => ({
      entity,
      parent,
      through,
      counts,
    })),
  )

/** Rows by the record that they name, with its numbers. */
export function countedRows({ entity, through, counts }: Counting, where: readonly RawBuilder<boolean>[]) {
  const live = entity.byName.has('delFlag') ? [sql<boolean>`"delFlag" = 0`] : []
  const numbers = counts.map(count => sql`${numberOf(entity, count)} as ${sql.ref(count.field)}`)
  return sql<TableRow>`select ${sql.ref(through)} as "counted$for", ${sql.join(numbers)} from ${sql.table(entity.name)}
    where ${every([...live, ...where])} group by ${sql.ref(through)}`
}

/** What a record keeps of these rows where there are none. */
export const nothingOf = ({ counts }: Counting): TableRow =>
  Object.fromEntries(counts.map(count => [count.field, emptyOf(count)]))

interface Due {
  counting: Counting
  keys: readonly string[]
}

/** Counts anew for records that are locked: whoever counts next sees what was counted here. */
async function recount(tx: Database, { counting, keys }: Due): Promise<void> {
  const { parent, through } = counting
  const table = sql.table(parent.name)
  const { rows } = await sql<TableRow>`select * from ${table} where ${amongThese(parent.key, keys)}
    order by ${sql.ref(parent.key)} for update`.execute(tx)
  if (rows.length === 0) return
  const names = rows.map(row => String(row[parent.key]))
  const { rows: counted } = await countedRows(counting, [amongThese(through, names)]).execute(tx)
  const byKey = new Map(counted.map(row => [row['counted$for'], row]))
  const changed = rows.flatMap((before): Written[] => {
    const numbers = nothingOf(counting)
    for (const name of Object.keys(numbers)) numbers[name] = byKey.get(before[parent.key])?.[name] ?? numbers[name]
    return Object.entries(numbers).every(([name, value]) => before[name] === value)
      ? []
      : [{ before, after: withComputed(parent, { ...before, ...numbers }) }]
  })
  const computed = computedFields(parent).map(({ name }) => name)
  await rewrite(tx, parent, [...Object.keys(nothingOf(counting)), ...computed], changed)
  await keepCounts(tx, parent, changed)
}

const withComputed = (entity: Entity, row: TableRow): TableRow => ({ ...row, ...computedOf(entity, row) })

/** Works out anew what follows from some rows, which are locked. */
export async function recompute(tx: Database, entity: Entity, keys: readonly string[]): Promise<void> {
  const columns = computedFields(entity).map(({ name }) => name)
  const { rows } = await sql<TableRow>`select * from ${sql.table(entity.name)} where ${amongThese(entity.key, keys)}
    order by ${sql.ref(entity.key)} for update`.execute(tx)
  const changed = rows
    .map(before => ({ before, after: withComputed(entity, before) }))
    .filter(({ before, after }) => columns.some(name => (before as TableRow)[name] !== (after as TableRow)[name]))
  await rewrite(tx, entity, columns, changed)
  await keepCounts(tx, entity, changed)
}

/** Writes some columns of many rows in one statement. */
async function rewrite(
  tx: Database,
  { name, key }: Entity,
  columns: string[],
  rows: readonly Written[],
): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ after }) => Object.fromEntries([key, ...columns].map(one => [one, after?.[one]])))
  const set = columns.map(one => sql`${sql.ref(one)} = v.${sql.ref(one)}`)
  await sql`update ${sql.table(name)} t set ${sql.join(set)}
    from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(values)}::json) v
    where t.${sql.ref(key)} = v.${sql.ref(key)}`.execute(tx)
}

const countAll: WriteMany<Due> = async (tx, all) => {
  for (const [counting, some] of grouped(all, one => one.counting))
    await recount(tx, { counting, keys: [...new Set(some.flatMap(({ keys }) => keys))] })
}

/** After the rows themselves, which may wait to be written together. */
const countLater: WriteMany<Due> = async (tx, all) => {
  for (const due of all) await write(tx, countAll, due)
}

const countings = new WeakMap<Entity, readonly Counting[]>()

/** Brings what other records keep of these rows to what the rows now say, in the transaction that has written them. */
export async function keepCounts(tx: Database, entity: Entity, rows: readonly Written[]): Promise<void> {
  if (!entity.counts || rows.length === 0) return
  const all = countings.get(entity) ?? countingsOf(entity)
  countings.set(entity, all)
  for (const counting of all) {
    const keys = [...new Set(rows.flatMap(row => keysOf(entity, counting.counts, row)))]
    if (keys.length > 0) await write(tx, countLater, { counting, keys })
  }
}
