import type { Database } from '../database.ts'
import type { Entity } from './models.ts'

/**
 * One change of stored rows that an older version wrote. Runs once, and again after a restore: repeating it must change
 * nothing.
 */
export interface DataChange {
  what: string
  /** entities that it reads or changes: a configuration without one of them does without the change */
  entities: readonly string[]
  statement: string
}

/** Tables and views of a product that no entity describes. */
export interface ProductTables {
  /** SQL statements in order, each run once: `create table if not exists sys_…` */
  statements: readonly string[]
  /** changes of stored rows, once all tables and views are there */
  data?: readonly DataChange[]
  /** creates the views that entities with `view: true` read, or recreates them if the entities have changed */
  makeViews?(tx: Database, entities: readonly Entity[]): Promise<void>
}

export const NO_TABLES: ProductTables = { statements: [] }
