import type { Database, TableRow } from '../db/database.ts'
import type { Entity } from '../db/models.ts'
import type { CallContext } from './context.ts'

/** One record on its way into the database. */
export interface Saving {
  call: CallContext
  entity: Entity
  tx: Database
  before: TableRow | undefined
}
