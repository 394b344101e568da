import type { DemoDocument } from './documents.ts'
import type { Generating } from './ground/generating.ts'
import type { Found } from './clue-carriers.ts'
import type { Matter } from './clue-words.ts'
import type { TableRow } from '../../../server/db/database.ts'
import type { Ground, Walk } from './walk/walk.ts'
import type { WorkingTime } from './walk/working-time.ts'

export const CLUE = 'illegalResult'

/** Units through whose hands a clue goes. */
export interface Hands {
  sender: string
  handler: string
  /** where it is moved to when it is nobody's here */
  other: string
}
export interface ClueInput {
  g: Generating
  ground: Omit<Ground, 'answering'>
  work: WorkingTime
  records: DemoDocument['records']
  /** a captured page of this product, for the n-th clue */
  picture(product: string | undefined, nth: number): string | undefined
}
export interface MadeClue {
  walk: Walk
  found: Found
}

export const cityOf = (area: string): string => `${area.slice(0, 4)}00`
const provinceOf = (area: string): string => `${area.slice(0, 2)}0000`

/** Where a bureau has sections, they have their products' clues. */
export function handsOf(input: ClueInput, row: TableRow, { product }: Matter): Hands[] {
  const { g, ground } = input
  const area = String(row['areaCode'])
  const customer = String(row['customerId'] ?? '')
  const bureau = g.bureauOf(cityOf(area))
  const sender = (product && g.sectionOf(cityOf(area), product)) ?? bureau
  const others = [
    g.bureauOf(provinceOf(area)),
    bureau,
    ...ground.staff.all.flatMap(one => (one.customerId === customer ? [one.orgId] : [])),
  ]
  // the platform's own unit takes no clues
  const isOurs = (org: string): boolean => ground.staff.of(org).some(one => one.customerId === customer)
  const other = others.find(org => org !== '' && org !== sender && isOurs(org)) ?? sender
  const handlers = ground.staff.unitsAt(customer, area.slice(0, 6))
  const first = g.random.int(0, Math.max(0, handlers.length - 1))
  return [...handlers.slice(first), ...handlers.slice(0, first)]
    .slice(0, 4)
    .map(handler => ({ sender, handler, other }))
}
