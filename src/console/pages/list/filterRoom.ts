import { useSyncExternalStore } from 'react'
import type { ConsoleApp } from '../../app/app.ts'
import { numberOf } from '../../data/settings/constants.ts'
import { textWidth } from '../../i18n/width.ts'
import { NARROW, TYPE } from '../../theme/scale.ts'

/** A window so low that rows need the room of filters; zoomed in, every window is. */
const LOW = 600
/** There the filters open when they are asked for, and not because they were open in a window with more room. */
export const isLow = (): boolean => window.innerHeight < LOW
/** of a filter: its control, with what is between it and the next */
const CONTROL = 160
const BETWEEN = 24
const WIDEST_LABEL = 120
/** the three buttons */
const BUTTONS = 200
/** what stands left and right of the filters, beside the menu */
const AROUND = 56

/** What is asked for: the words before the filters that may be shown, and whether all of them are or one line. */
interface Asked {
  labels: readonly string[]
  all: boolean
}

/** How many filters have room for themselves in a line, beside the buttons; in a narrow window one a line. */
function columnsOf(app: ConsoleApp, { labels, all }: Asked): number {
  if (window.innerWidth < NARROW) return 1
  const room = window.innerWidth - numberOf(app, 'sidebarWidth', 250) - AROUND - BUTTONS
  const widths = labels.map(label => Math.min(WIDEST_LABEL, textWidth(label, TYPE['fs-14'])))
  return MANY.find(many => widthOf(all ? widths : widths.slice(0, many), many) <= room) ?? 1
}
const MANY = [5, 4, 3, 2]
/** Labels that stand below each other have one width. */
const widthOf = (labels: readonly number[], columns: number): number =>
  Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...labels.filter((__, at) => at % columns === column)),
  ).reduce((sum, label) => sum + label + CONTROL + BETWEEN, 0)
const STACKED = 3

/** How many filters a line has, and how many are shown while the others are folded away. */
export function useFilterRoom(app: ConsoleApp, asked: Asked): { columns: number; folded: number } {
  const columns = useSyncExternalStore(onResize, () => columnsOf(app, asked))
  const folded = useSyncExternalStore(onResize, () => (isLow() ? 0 : window.innerWidth < NARROW ? STACKED : columns))
  return { columns, folded }
}
function onResize(then: () => void): () => void {
  window.addEventListener('resize', then)
  return () => window.removeEventListener('resize', then)
}
