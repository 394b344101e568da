import type { RawBuilder } from 'kysely'
import type { Entity } from '../db/tables/models.ts'

/** What to sort by, and how: `desc`, say. */
export interface OrderTerm {
  by: RawBuilder<unknown>
  how: RawBuilder<unknown>
}

/** Which rows a list is about: its page, its totals, a kept selection and an export all read the same. */
export interface ListQuery {
  entity: Entity
  where: RawBuilder<boolean>
  order: RawBuilder<unknown>
  terms: readonly OrderTerm[]
  /** the same for reading along the order's index: there each row is compared, whatever else would find it */
  walked(): RawBuilder<boolean>
  /** a part of a large table: by what was asked for, or by the area of who asks */
  partial: boolean
  /** of an area so small that it alone finds the rows */
  near: boolean
}
