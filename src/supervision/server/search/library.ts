import { sql } from 'kysely'
import { cleaned } from '../../../core/model/field/clean.ts'
import { entityFor } from '../../../server/access/field-rights.ts'
import { countGuesses, type Guessed } from '../../../server/access/guesses.ts'
import { anyOf, inScope } from '../../../server/access/row-scope.ts'
import type { CallContext } from '../../../server/call/context.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { containing } from '../../../server/records/read/filters.ts'
import { inShownOrder, masked, shownOnly, whole } from '../../../server/records/read/mask.ts'
import { every } from '../../../server/records/read/plan-list.ts'

/** What carriers in the library are looked for by. Empty lists allow everything. */
export interface LibrarySearch {
  keyword: string
  /** dictionaries/objectKind */
  kinds?: readonly string[]
  /** dictionaries/carrierPlatform */
  platforms?: readonly string[]
}

const MOST_FOUND = 50
const CODE = { kind: 'uscc' } as const

/**
 * Carriers in the library whose name, subject, address or credit code holds a keyword and that the user may see, in
 * the order of their names, fifty at most. Their masked fields are masked.
 */
export async function findCarriers(
  call: CallContext,
  db: Database,
  { keyword, kinds = [], platforms = [] }: LibrarySearch,
): Promise<TableRow[]> {
  const known = call.entities().get('carrier')
  if (!known || keyword === '') return []
  const carrier = entityFor(known, call.user)
  // masked names match only as a whole, so that they cannot be guessed character by character
  const guessed: Guessed = new Map()
  const named = ['objectName', 'subjectName'].map(name =>
    whole({ entity: carrier, name, text: keyword, guessed }, containing(name, keyword)),
  )
  await countGuesses({ ...call, db }, guessed)
  const oneOf = (name: string, values: readonly string[]) =>
    values.length > 0 ? [sql<boolean>`${sql.ref(name)} in (${sql.join([...values])})`] : []
  const where = every([
    ...inScope(carrier, call.rows),
    anyOf([
      ...named,
      shownOnly(carrier, 'url', containing('url', keyword)),
      shownOnly(carrier, 'uscc_dim', sql<boolean>`uscc_dim = ${cleaned(CODE, keyword)}`),
    ]),
    ...oneOf('objectKind', kinds),
    ...oneOf('platformName', platforms),
  ])
  const { rows } =
    await sql<TableRow>`select * from carrier where ${where} order by ${inShownOrder(carrier, 'objectName')}, "uniqueId"
    limit ${sql.lit(MOST_FOUND)}`.execute(db)
  return masked(carrier, rows)
}
