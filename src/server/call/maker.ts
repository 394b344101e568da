import { scopeOf } from '../../core/model/scope.ts'
import type { ScopedConfiguration } from '../../core/index.ts'
import { rowScope, type RowScope } from '../access/row-scope.ts'
import type { SignedIn } from '../access/signed-in.ts'
import type { Services } from './context.ts'
import type { Database, TableRow } from '../db/database.ts'
import { livePeople } from '../session/user.ts'

/** Whoever made a record, with the rights that the person has now. */
export interface Maker {
  person: SignedIn
  scoped: ScopedConfiguration
  rows: RowScope
}

/** For what the clock does on behalf of a person; undefined when the account is no longer in use. */
export async function makerOf(services: Services, db: Database, row: TableRow): Promise<Maker | undefined> {
  const [person] = await livePeople(db, { ids: [String(row['createBy'] ?? '')] })
  if (!person) return undefined
  const configuration = services.configuration()
  const scoped = configuration.scope(scopeOf(person))
  return { person, scoped, rows: rowScope(person, configuration.customers(), scoped) }
}
