import { scaleLinear, scalePoint } from 'd3-scale'
import { line as pathOf } from 'd3-shape'
import { textWidth } from '../../i18n/width.ts'
import type { ValueAxis } from './axis.ts'
import type { Box, Named } from './bars.ts'
import { namesBelow, timesBelow, type Names } from './names.ts'

/** A named stretch of values behind the lines. */
export interface Band {
  label: string
  tone: string
  from: number
  to: number
}
export interface Point {
  /** index of category and line; of the line among all, hidden ones too */
  at: number
  line: number
  x: number
  y: number
  value: number
}
export interface LinePanel {
  axis: ValueAxis
  ticks: { text: string; at: number }[]
  form: Names['form']
  names: Named[]
  lines: { line: number; d: string }[]
  points: Point[]
  /** whether each point has room to be seen */
  hasDots: boolean
  bands: { label: string; tone: string; y: number; height: number }[]
  spans: { label: string; x: number; width: number }[]
  box: Box
}
interface Asked {
  xs: readonly string[]
  /** a value for each x, null: none; `line` is its index among all */
  lines: readonly { line: number; values: readonly (number | null)[] }[]
  axis: ValueAxis
  width: number
  height: number
  isTime: boolean
  bands?: readonly Band[]
  /** stretches of x, by index, whose ground is shaded */
  spans?: readonly { label: string; from: number; to: number }[]
  /** room above for the unit */
  top?: number
}
const GAP = 8
const TOP = 28
/** pixels between two points that both have a dot */
const A_DOT = 9
const MOST_NAMED = 0.4

/** Lines of one panel. Where a value is missing the line is broken: nothing is made up between two months. */
export function layoutLines({
  xs,
  lines,
  axis,
  width,
  height,
  isTime,
  bands = [],
  spans = [],
  top = TOP,
}: Asked): LinePanel {
  const left = Math.max(0, ...axis.ticks.map(({ text }) => textWidth(text))) + GAP
  const right = Math.max(0, ...bands.map(({ label }) => textWidth(label))) + (bands.length > 0 ? GAP : 0) + GAP
  const room = Math.max(1, width - left - right)
  const step = room / Math.max(1, xs.length)
  const below = isTime ? timesBelow(xs, step) : namesBelow(xs, step, height * MOST_NAMED)
  const names = below.form === 'turn' ? timesBelow(xs, step) : below
  const box = { left, top, width: room, height: Math.max(1, height - top - names.height) }
  const across = scalePoint<number>()
    .domain(xs.keys())
    .range([left, left + room])
    .padding(0.5)
  const up = scaleLinear()
    .domain(axis.domain)
    .range([top + box.height, top])
  const x = (at: number): number => across(at) ?? left
  const points = lines.flatMap(({ line, values }) =>
    values.flatMap((value, at): Point[] => (value === null ? [] : [{ at, line, x: x(at), y: up(value), value }])),
  )
  const path = pathOf<number | null>(
    (_, at) => x(at),
    value => up(value ?? 0),
  ).defined(value => value !== null)
  return {
    axis,
    ticks: axis.ticks.map(({ value, text }) => ({ text, at: up(value) })),
    form: names.form,
    names: names.lines.map((said, at) => ({ x: x(at), y: top + box.height + 16, lines: said, whole: xs[at] ?? '' })),
    lines: lines.map(({ line, values }) => ({ line, d: path([...values]) ?? '' })),
    points,
    hasDots: step >= A_DOT,
    bands: bands.map(({ label, tone, from, to }) => ({ label, tone, y: up(to), height: Math.abs(up(from) - up(to)) })),
    // half a step to both sides: a single collection is a stretch too
    spans: spans.map(({ label, from, to }) => ({ label, x: x(from) - step / 2, width: x(to) - x(from) + step })),
    box,
  }
}

/** The points that have no neighbour: without a dot they were lost. */
export const isAlone = (values: readonly (number | null)[], at: number): boolean =>
  (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null

interface Pointed {
  x?: number
  y?: number
}
/** Index of the point that a pointer means: the nearest x, then the nearest y. */
export function nearestPoint(points: readonly Pointed[], x: number, y: number): number | undefined {
  const far = (one: Pointed): number => Math.abs((one.x ?? 0) - x) * 1000 + Math.abs((one.y ?? 0) - y)
  let best: number | undefined
  for (const [i, one] of points.entries()) {
    const before = best === undefined ? undefined : points[best]
    if (!before || far(one) < far(before)) best = i
  }
  return best
}
