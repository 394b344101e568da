import { textWidth } from '../../i18n/width.ts'
import { shortened, wrapped } from '../model/text.ts'

/** How the names of categories stand below an axis; `turn`: the bars must lie, because the names fit in no way. */
export type NameForm = 'plain' | 'wrapped' | 'tilted' | 'turn'
export interface Names {
  form: NameForm
  /** room that the names take, in pixels */
  height: number
  lines: string[][]
}
const LINE = 16
const GAP = 6
const MOST_LINES = 3
/** least width of a category whose name is tilted by 45° */
const TILTED = 16
const HALF_ROOT = Math.SQRT1_2

/** A name is never dropped in silence: it is wrapped, then tilted, then the bars are turned. */
export function namesBelow(labels: readonly string[], step: number, room: number): Names {
  const width = step - GAP
  if (labels.every(label => textWidth(label) <= width))
    return { form: 'plain', height: LINE + GAP, lines: labels.map(label => [label]) }
  const lines = labels.map(label => wrapped(label, width, MOST_LINES))
  if (lines.every(line => line !== undefined)) {
    const most = Math.max(...lines.map(line => line.length))
    if (most * LINE + GAP <= room) return { form: 'wrapped', height: most * LINE + GAP, lines }
  }
  const longest = Math.max(...labels.map(label => textWidth(label)))
  const height = longest * HALF_ROOT + LINE + GAP
  if (step >= TILTED && height <= room) return { form: 'tilted', height, lines: labels.map(label => [label]) }
  return { form: 'turn', height: 0, lines: [] }
}

/** Names of points in time may be thinned, because a calendar has no gaps: each `every`th, from the last one back. */
export function timesBelow(labels: readonly string[], step: number): Names & { every: number } {
  const longest = Math.max(0, ...labels.map(label => textWidth(label)))
  const every = Math.max(1, Math.ceil((longest + GAP * 2) / Math.max(step, 1)))
  const lines = labels.map((label, i) => ((labels.length - 1 - i) % every === 0 ? [label] : []))
  return { form: 'plain', height: LINE + GAP, lines, every }
}

/** Names at the left of lying bars: what does not fit ends in an ellipsis, and stands whole in the tip and title. */
export function namesBeside(
  labels: readonly string[],
  step: number,
  room: number,
): { width: number; lines: string[][] } {
  const longest = Math.max(0, ...labels.map(label => textWidth(label)))
  const width = Math.min(longest, room)
  const most = Math.max(1, Math.floor(step / LINE))
  return { width, lines: labels.map(label => wrapped(label, width, most) ?? [shortened(label, width)]) }
}
