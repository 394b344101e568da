import { arc, pie } from 'd3-shape'
import { textWidth } from '../../i18n/width.ts'

/** One slice of a pie, or one leaf of a rose. */
export interface Slice {
  /** index of the group */
  at: number
  d: string
  /** middle of the slice, in pixels from the centre */
  x: number
  y: number
  /** part of all slices, a fraction */
  part: number
}
interface Asked {
  values: readonly (number | null)[]
  radius: number
  /** a hole of that part of the radius */
  hole?: number
}
const DONUT_MIDDLE = 0.7

/** What cannot be a part of a whole: nothing, and less than nothing. */
const partsOf = (values: readonly (number | null)[]): { at: number; value: number }[] =>
  values.flatMap((value, at) => (value !== null && value > 0 ? [{ at, value }] : []))

/** Slices in the order of the groups, clockwise from the top. */
export function layoutPie({ values, radius, hole = 0 }: Asked): Slice[] {
  const parts = partsOf(values)
  const all = parts.reduce((sum, { value }) => sum + value, 0)
  const slices = pie<{ at: number; value: number }>()
    .value(({ value }) => value)
    .sort(null)(parts)
  const path = arc<{ startAngle: number; endAngle: number }>()
    .innerRadius(radius * hole)
    .outerRadius(radius)
  return slices.map(slice => {
    const [x, y] = place((slice.startAngle + slice.endAngle) / 2, radius * DONUT_MIDDLE)
    return { at: slice.data.at, d: path(slice) ?? '', x, y, part: slice.data.value / all }
  })
}

/** Leaves of equal angle; their areas are as their numbers, so that a large one does not look larger than it is. */
export function layoutRose({ values, radius }: Asked): Slice[] {
  const parts = partsOf(values)
  const all = parts.reduce((sum, { value }) => sum + value, 0)
  const most = Math.max(0, ...parts.map(({ value }) => value))
  const angle = (2 * Math.PI) / Math.max(1, parts.length)
  return parts.map(({ at, value }, i) => {
    const outer = radius * Math.sqrt(value / most)
    const d = arc()({ innerRadius: 0, outerRadius: outer, startAngle: i * angle, endAngle: (i + 1) * angle }) ?? ''
    const [x, y] = place((i + 0.5) * angle, outer * DONUT_MIDDLE)
    return { at, d, x, y, part: value / all }
  })
}

const place = (angle: number, radius: number): [x: number, y: number] => [
  Math.sin(angle) * radius,
  -Math.cos(angle) * radius,
]

/** A ring that is filled up to a fraction. */
export function ringPath(fraction: number, radius: number, thick: number): string {
  const full = Math.min(1, Math.max(0, fraction))
  return arc()({ innerRadius: radius - thick, outerRadius: radius, startAngle: 0, endAngle: full * 2 * Math.PI }) ?? ''
}

/** How a circle and the list of its names share their box. */
export interface Shares {
  isBeside: boolean
  /** the circle's part */
  width: number
  height: number
  /** height of a line of the list */
  line: number
}
interface Shared {
  width: number
  height: number
  names: readonly { label: string; text: string }[]
}
/** the names stand beside the circle where there is room for both, else below */
const LEAST_BESIDE = 320
const LIST = 200
export const LIST_GAP = 12
const BELOW = 0.6
/** a smaller circle does not show its parts */
const LEAST = 84
const [LINE, TIGHT, LEAST_LINE] = [22, 18, 16]
/** a name's colour, its share, and the gaps between */
const AROUND = 10 + 44 + 3 * 6

/**
 * All names are seen before the circle is large: nobody scrolls a wall display or a sheet of paper. Lines come closer,
 * then the circle gets smaller, then the names stand beside it if that is where they fit.
 */
export function shareRoom({ width, height, names }: Shared): Shares {
  const count = Math.max(1, names.length)
  const list = Math.max(0, ...names.map(({ label, text }) => textWidth(label) + textWidth(text))) + AROUND
  const left = width - Math.min(LIST, list) - LIST_GAP
  const fitsBelow = count * TIGHT <= height - LEAST
  const fitsBeside = left >= LEAST && count * LEAST_LINE <= height
  if (width >= LEAST_BESIDE || (!fitsBelow && fitsBeside))
    return {
      isBeside: true,
      width: Math.min(width >= LEAST_BESIDE ? width - LIST : left, height),
      height,
      line: lineOf(height, count),
    }
  const circle = Math.min(height * BELOW, Math.max(LEAST, height - count * TIGHT))
  return { isBeside: false, width, height: circle, line: lineOf(height - circle, count) }
}
const lineOf = (height: number, count: number): number =>
  Math.max(LEAST_LINE, Math.min(LINE, Math.floor(height / count)))
