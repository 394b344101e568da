import type { RawBuilder } from 'kysely'
import type { Entity } from '../db/tables/models.ts'

/** One term of `order by`, with its direction. */
export interface OrderTerm {
  by: RawBuilder<unknown>
  how: RawBuilder<unknown>
}

/** The condition of a walk along an index, in two parts. */
export interface Walk {
  /** what the index or its part of the table is found by */
  reach: RawBuilder<boolean>
  /** what each row is compared with, written so that the database uses no other index for it */
  compared: RawBuilder<boolean> | undefined
}

/** The rows that a list selects. The page, its totals, selections and exports all use this query. */
export interface ListQuery {
  entity: Entity
  where: RawBuilder<boolean>
  /** the same for a source without a province beside the area, as roll-ups are */
  listed: RawBuilder<boolean>
  /** the latter without what lists leave out by themselves; `whole`: nothing is left out, as the request asks for it */
  asked: RawBuilder<boolean>
  whole: boolean
  order: RawBuilder<unknown>
  /** the parts of a divided table that hold the rows: said once more wherever they are joined again */
  divided: readonly RawBuilder<boolean>[]
  /** the rows lie in several of the parts */
  spread: boolean
  terms: readonly OrderTerm[]
  /** the same condition for reading along the index of the order */
  walked(): Walk
  /** the condition selects a part of a large table, by its filters or the user's area */
  partial: boolean
  /** the user's area is so small that its condition alone selects few rows */
  near: boolean
}
