import { sql, type RawBuilder } from 'kysely'
import type { SignedIn } from '../../access/signed-in.ts'
import { ofCustomer, ofFew, type RowScope } from '../../access/row-scope.ts'
import { amongThese } from '../../db/arrays.ts'
import type { Database } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'

type Condition = RawBuilder<boolean>

/** Who reads names. */
export interface Reader {
  rows: RowScope
  user?: SignedIn | undefined
  entities(): ReadonlyMap<string, Entity>
}

/**
 * Whose names may be read. Regardless of area, so that people of superior units are named; those of other customers are
 * not, nor what is shared with others only. Names of people without a customer (the platform's) may be shown to
 * everyone.
 */
export const ofNames = (target: Entity, scope: RowScope): Condition[] => [
  ...ofCustomer(target.owned ? { ...target, owned: { ...target.owned, shared: true } } : target, scope),
  ...ofFew(target, scope),
]

/** The entity whose records' names a text holds between commas. */
export const namedIn = ({ entities }: Reader, { kind, search, ref }: FieldModel): Entity | undefined =>
  kind === 'text' && search === 'names' && ref !== undefined ? entities().get(ref) : undefined

const titled = (target: Entity, scope: RowScope, name: Condition): Condition =>
  sql<boolean>`${sql.join([name, ...ofNames(target, scope)], sql` and `)}`

/** That a name which such a text is searched for is one that the person may read: others find nothing. */
export function mayReadName(reader: Reader, field: FieldModel, name: string): Condition[] {
  const target = namedIn(reader, field)
  if (!target) return []
  const { name: table, title } = target
  const found = titled(target, reader.rows, sql<boolean>`${sql.ref(title)} = ${name}`)
  return [sql<boolean>`exists (select from ${sql.table(table)} where ${found})`]
}

/** Those of the names that the person may read. */
export async function readableNames(
  reader: Reader & { db: Database },
  target: Entity,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const where = titled(target, reader.rows, amongThese(target.title, names))
  const { rows } = await sql<{ name: string }>`select ${sql.ref(target.title)} as name
    from ${sql.table(target.name)} where ${where}`.execute(reader.db)
  return new Set(rows.map(({ name }) => name))
}
