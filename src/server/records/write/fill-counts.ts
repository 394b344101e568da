import { sql } from 'kysely'
import { hashOf } from '../../../core/compile/hash.ts'
import type { Database } from '../../db/database.ts'
import { takeTime } from '../../db/limits.ts'
import { hasTable } from '../../db/tables/own-tables.ts'
import type { Entity } from '../../db/tables/models.ts'
import { computedFields } from './computed.ts'
import { countedFields, countedRows, countingsOf, nothingOf, recompute, type Counting } from './counted.ts'

/** Entry in sys_meta: what was counted at the last start. */
const KNOWN = 'counted'

type Work = (tx: Database) => Promise<void>

/** What is counted of rows comes before what is worked out of it, and before what is counted of these counts. */
function inOrder(all: readonly Entity[]): Work[] {
  const entities = all.filter(hasTable)
  const done = new Set<Entity>()
  const ordered: Work[] = []
  const add = (entity: Entity): void => {
    if (done.has(entity)) return
    done.add(entity)
    for (const below of countedFields(entity).length > 0 ? entities : [])
      if (below.counts?.some(({ parent }) => parent.name === entity.name)) add(below)
    if (computedFields(entity).length > 0) ordered.push(tx => computeAll(tx, entity))
    for (const counting of countingsOf(entity)) ordered.push(tx => fillOne(tx, counting))
  }
  for (const entity of entities) add(entity)
  return ordered
}

const AT_ONCE = 1000

/** Works out anew what follows from each row of an entity. */
async function computeAll(tx: Database, entity: Entity): Promise<void> {
  await takeTime(tx)
  const key = sql.ref(entity.key)
  for (let last: string | undefined = ''; last !== undefined;) {
    const { rows }: { rows: { key: string }[] } = await sql<{ key: string }>`select ${key} as key
      from ${sql.table(entity.name)} where ${key} > ${last} order by ${key} limit ${AT_ONCE}`.execute(tx)
    await recompute(
      tx,
      entity,
      rows.map(row => row.key),
    )
    last = rows.length < AT_ONCE ? undefined : rows.at(-1)?.key
  }
}

/** Brings the counts of all records to what the rows say; nobody changes these rows meanwhile. */
async function fillOne(tx: Database, counting: Counting): Promise<void> {
  const { entity, parent } = counting
  const empty = nothingOf(counting)
  const names = Object.keys(empty)
  const now = names.map(name => sql`coalesce(c.${sql.ref(name)}, ${sql.lit(empty[name])}) as ${sql.ref(name)}`)
  const differs = names.map(name => sql<boolean>`p.${sql.ref(name)} is distinct from v.${sql.ref(name)}`)
  await takeTime(tx)
  await sql`lock table ${sql.table(entity.name)} in share mode`.execute(tx)
  await sql`update ${sql.table(parent.name)} p
      set ${sql.join(names.map(name => sql`${sql.ref(name)} = v.${sql.ref(name)}`))}
      from (select k.${sql.ref(parent.key)} as "counted$for", ${sql.join(now)} from ${sql.table(parent.name)} k
        left join (${countedRows(counting, [])}) c on c."counted$for" = k.${sql.ref(parent.key)}) v
      where v."counted$for" = p.${sql.ref(parent.key)} and (${sql.join(differs, sql` or `)})`.execute(tx)
}

/** Counts everything anew in a transaction that has written rows by the thousand. */
export async function fillCounts(tx: Database, entities: Iterable<Entity>): Promise<void> {
  for (const work of inOrder([...entities])) await work(tx)
}

/** Counts everything once where the configuration counts otherwise than at the last start. */
export async function bringCounts(db: Database, entities: Iterable<Entity>): Promise<void> {
  const all = [...entities]
  const said = all.flatMap(({ name, key, fields }) =>
    fields.flatMap(({ name: field, counted, computed }) =>
      counted || computed ? [[name, key, field, counted ?? computed]] : [],
    ),
  )
  const wanted = hashOf(JSON.stringify(said))
  const row = await db.selectFrom('sys_meta').select('value').where('name', '=', KNOWN).executeTakeFirst()
  if (row?.['value'] === wanted || (row === undefined && said.length === 0)) return
  for (const work of inOrder(all)) await db.transaction().execute(work)
  await db
    .insertInto('sys_meta')
    .values({ name: KNOWN, value: wanted })
    .onConflict(one => one.column('name').doUpdateSet({ value: wanted }))
    .execute()
}
