import type { Database } from '../database.ts'
import type { Entity } from './models.ts'

/** What a product keeps that no entity describes. */
export interface ProductTables {
  /** SQL in its order, run once each: `create table if not exists sys_…` */
  statements: readonly string[]
  /** makes the views that entities with `view: true` read, where they are not there as the entities are now */
  makeViews?(tx: Database, entities: readonly Entity[]): Promise<void>
}

export const NO_TABLES: ProductTables = { statements: [] }
