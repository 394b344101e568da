import type { Database } from '../database.ts'
import type { Entity } from './models.ts'

/** Tables and views of a product that no entity describes. */
export interface ProductTables {
  /** SQL statements in order, each run once: `create table if not exists sys_…` */
  statements: readonly string[]
  /** creates the views that entities with `view: true` read, or recreates them if the entities have changed */
  makeViews?(tx: Database, entities: readonly Entity[]): Promise<void>
}

export const NO_TABLES: ProductTables = { statements: [] }
