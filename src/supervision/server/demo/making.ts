import type { TableRow } from '../../../server/db/database.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import type { DemoPlace } from './places.ts'
import type { Subject } from './trades.ts'

/** One made-up carrier: whose it is was chosen before. */
export interface Making {
  g: Generating
  place: DemoPlace
  serial: number
  subject: Subject
  platforms: readonly TableRow[]
}
export type Make = (making: Making) => TableRow

export const category = ({ g, subject }: Making): string => keyOf(g.dictionary('goodsCategory'), subject.trade.category)
