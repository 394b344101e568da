import { scaleBand, scaleLinear } from 'd3-scale'
import type { Cell, Grid, Series } from '../model/series.ts'
import { scaledText } from '../model/numbers.ts'
import { textWidth } from '../../i18n/width.ts'
import { valueAxis, type ValueAxis } from './axis.ts'
import { namesBelow, namesBeside, timesBelow, type Names } from './names.ts'
import { TYPE } from '../../theme/scale.ts'

export interface Bar {
  x: number
  y: number
  width: number
  height: number
  /** index of category and series; of the series among all, hidden ones too */
  at: number
  line: number
  cell: Cell
  value: number
}
export interface Named {
  x: number
  y: number
  lines: string[]
  whole: string
}
export interface BarPanel {
  isLying: boolean
  axis: ValueAxis
  /** where zero stands, in pixels along the values */
  zero: number
  ticks: { text: string; at: number }[]
  form: Names['form']
  names: Named[]
  bars: Bar[]
  /** numbers at the ends of bars, where there is room */
  numbers: { x: number; y: number; text: string; anchor: 'start' | 'middle' | 'end' }[]
  /** box of the bars */
  box: Box
  /** higher than the room where lying bars need it */
  height: number
}
export interface Box {
  left: number
  top: number
  width: number
  height: number
}
interface Asked {
  grid: Grid
  /** what of the series is drawn, by index */
  series: readonly { one: Series; line: number }[]
  width: number
  height: number
  isStacked: boolean
  isLying?: boolean
  /** categories are points in time */
  isTime: boolean
}

const THICKEST = 40
const LEAST_ROW = 20
const TOP = 32
/** room for the number below the lowest bar */
const BELOW = 16
const LYING_TOP = 20
const GAP = 8
const NUMBER_SIZE = TYPE['fs-12']
const INSET = 0.3

/** Bars of one panel: standing, or lying where the names would not fit below. */
export function layoutBars(asked: Asked): BarPanel {
  if (asked.isLying) return lying(asked)
  return standing(asked) ?? lying(asked)
}

interface Piece {
  at: number
  line: number
  /** place among the bars of its category */
  slot: number
  from: number
  to: number
  cell: Cell
  value: number
}

/** Stacked: positive numbers grow up from zero, negative ones down. */
function piecesOf({ grid, series, isStacked }: Asked): Piece[] {
  return grid.categories.flatMap((_, at) => {
    let [up, down] = [0, 0]
    return series.flatMap(({ one, line }, slot): Piece[] => {
      const cell = one.cells[at]
      const value = cell?.value
      if (!cell || value === null || value === undefined) return []
      if (!isStacked) return [{ at, line, slot, from: 0, to: value, cell, value }]
      const from = value < 0 ? down : up
      if (value < 0) down += value
      else up += value
      return [{ at, line, slot: 0, from, to: from + value, cell, value }]
    })
  })
}

const measureOf = ({ series }: Asked) => series[0]?.one.measure ?? { name: '', label: '', kind: 'count' as const }

/** Offset and thickness of each bar within its category. */
function slotsOf({ series, isStacked }: Asked, band: number): { thick: number; offset: (slot: number) => number } {
  const count = isStacked ? 1 : Math.max(1, series.length)
  const thick = Math.max(1, Math.min(THICKEST, band / count))
  const start = (band - thick * count) / 2
  return { thick, offset: slot => start + slot * thick }
}

function standing(asked: Asked): BarPanel | undefined {
  const { grid, width, height, isTime } = asked
  const pieces = piecesOf(asked)
  const values = pieces.flatMap(({ from, to }) => [from, to])
  const axis = valueAxis({ values, measure: measureOf(asked), room: height })
  const left = Math.max(...axis.ticks.map(({ text }) => textWidth(text)), 0) + GAP
  const room = width - left - GAP
  const labels = grid.categories.map(({ label }) => label)
  const step = room / Math.max(1, labels.length)
  const names = isTime ? timesBelow(labels, step) : namesBelow(labels, step, height * 0.4)
  if (names.form === 'turn') return undefined
  const below = axis.domain[0] < 0 ? BELOW : 0
  const box = { left, top: TOP, width: room, height: Math.max(1, height - TOP - names.height - below) }
  const along = scaleLinear()
    .domain(axis.domain)
    .range([box.top + box.height, box.top])
  const bands = scaleBand<number>()
    .domain(labels.keys())
    .range([left, left + room])
    .padding(INSET)
  const { thick, offset } = slotsOf(asked, bands.bandwidth())
  const bars = pieces.map((piece): Bar => {
    const [a, b] = [along(piece.from), along(piece.to)]
    const x = (bands(piece.at) ?? left) + offset(piece.slot)
    return { ...piece, x, y: Math.min(a, b), width: thick, height: Math.abs(a - b) }
  })
  const middle = (at: number): number => (bands(at) ?? left) + bands.bandwidth() / 2
  return {
    isLying: false,
    axis,
    zero: along(0),
    ticks: axis.ticks.map(({ value, text }) => ({ text, at: along(value) })),
    form: names.form,
    names: names.lines.map((lines, at) => ({
      x: middle(at),
      y: box.top + box.height + below + 16,
      lines,
      whole: labels[at] ?? '',
    })),
    bars,
    numbers: numbersAbove(asked, bars, axis, step),
    box,
    height,
  }
}

/** Numbers above standing bars, if all of them fit. */
function numbersAbove(asked: Asked, bars: readonly Bar[], axis: ValueAxis, step: number): BarPanel['numbers'] {
  if (asked.series.length !== 1) return []
  const numbers = bars.map(({ x, y, width, height, value }) => ({
    x: x + width / 2,
    y: value < 0 ? y + height + NUMBER_SIZE : y - 4,
    text: scaledText(value, measureOf(asked), axis.scale),
    anchor: 'middle' as const,
  }))
  return numbers.every(({ text }) => textWidth(text) <= step - 2) ? numbers : []
}

function lying(asked: Asked): BarPanel {
  const { grid, width, height } = asked
  const pieces = piecesOf(asked)
  const axis = valueAxis({
    values: pieces.flatMap(({ from, to }) => [from, to]),
    measure: measureOf(asked),
    room: width,
  })
  const labels = grid.categories.map(({ label }) => label)
  const perRow = asked.isStacked ? LEAST_ROW : Math.max(LEAST_ROW, asked.series.length * 10)
  const all = Math.max(height, labels.length * perRow + LYING_TOP)
  const step = (all - LYING_TOP) / Math.max(1, labels.length)
  const names = namesBeside(labels, step, width * 0.4)
  const text = (value: number): string => scaledText(value, measureOf(asked), axis.scale)
  const widest = Math.max(0, ...pieces.map(({ value }) => textWidth(text(value)))) + GAP
  const isBelow = axis.domain[0] < 0
  const left = names.width + GAP + (isBelow ? widest : 0)
  const box = { left, top: LYING_TOP, width: Math.max(1, width - left - widest), height: all - LYING_TOP }
  const along = scaleLinear()
    .domain(axis.domain)
    .range([box.left, box.left + box.width])
  const bands = scaleBand<number>().domain(labels.keys()).range([box.top, all]).padding(INSET)
  const { thick, offset } = slotsOf(asked, bands.bandwidth())
  const bars = pieces.map((piece): Bar => {
    const [a, b] = [along(piece.from), along(piece.to)]
    const y = (bands(piece.at) ?? 0) + offset(piece.slot)
    return { ...piece, x: Math.min(a, b), y, width: Math.abs(a - b), height: thick }
  })
  return {
    isLying: true,
    axis,
    zero: along(0),
    ticks: [],
    form: 'plain',
    names: names.lines.map((lines, at) => ({
      x: names.width,
      y: (bands(at) ?? 0) + bands.bandwidth() / 2,
      lines,
      whole: labels[at] ?? '',
    })),
    bars,
    numbers: numbersBeside(asked, bars, text, thick),
    box,
    height: all,
  }
}

/** A number at the end of each lying bar; of a stack, what its pieces add up to. */
function numbersBeside(
  asked: Asked,
  bars: readonly Bar[],
  text: (value: number) => string,
  thick: number,
): BarPanel['numbers'] {
  const place = (bar: Bar, value: number) => ({
    x: value < 0 ? bar.x - 4 : bar.x + bar.width + 4,
    y: bar.y + bar.height / 2,
    text: text(value),
    anchor: value < 0 ? ('end' as const) : ('start' as const),
  })
  if (!asked.isStacked) return thick < 10 ? [] : bars.map(bar => place(bar, bar.value))
  return asked.grid.categories.flatMap((_, at) => {
    const own = bars.filter(bar => bar.at === at)
    const last = own.findLast(({ value }) => value >= 0)
    return last && own.every(({ value }) => value >= 0)
      ? [
          place(
            last,
            own.reduce((sum, { value }) => sum + value, 0),
          ),
        ]
      : []
  })
}
