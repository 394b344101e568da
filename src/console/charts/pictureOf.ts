import type { Row } from '../../core/contract/api.ts'
import type { Chart, DictionaryEntries } from '../../core/contract/configuration.ts'
import { bandsOf } from '../../core/model/field/bands.ts'
import { blank, plain } from '../fields/values/text.ts'
import { t } from '../i18n/t.ts'
import type { Picture, PictureBand, PictureLine, PictureMarker, PictureSpan } from './picture.ts'

/** Number of colours that can be told apart. */
export const MOST_LINES = 8
const MONTH_LETTERS = 7

/** The latest `count` months up to the given day. */
export function monthsUpTo(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(year, month - count + i, 1)).toISOString().slice(0, MONTH_LETTERS),
  )
}

export interface Drawing {
  rows: readonly Row[]
  chart: Chart
  entries: DictionaryEntries
  unit: string
  today: string
  /** names of the lines of several columns, and what marked points say */
  columns?: readonly { name: string; label: string }[]
  /** field with the row's key */
  rowKey?: string
  /** reads what a marked row says */
  say?: (row: Row) => string
}

/** Turns rows, in any order, into lines; `more`: number of lines that were left out. */
export function pictureOf(drawing: Drawing): { picture: Picture; more: number } {
  const { rows, chart, entries, unit, today } = drawing
  const xOf = (row: Row): string =>
    chart.interval === 'month' ? plain(row[chart.x]).slice(0, MONTH_LETTERS) : plain(row[chart.x])
  const xs =
    chart.interval === 'month' ? monthsUpTo(today, chart.last) : [...new Set(rows.map(xOf))].sort().slice(-chart.last)
  const within = rows.filter(row => xs.includes(xOf(row)))
  const linesIn = (y: string): PictureLine[] =>
    linesOf(
      within.filter(row => !blank(row[y])),
      { ...chart, y },
      xs,
      xOf,
    )
  const all = chart.also ? [chart.y, ...chart.also].flatMap(y => named(linesIn(y), y, drawing)) : linesIn(chart.y)
  const lines = apart(all.slice(0, MOST_LINES))
  const bands = bandsFor(entries, lines)
  return {
    more: all.length - lines.length,
    picture: { xs, lines, bands, unit, ...axisOf(lines, bands), ...aroundOf(drawing, within, xs, xOf) },
  }
}

/** A line of a column has the column's name. */
const named = (lines: PictureLine[], y: string, { columns = [] }: Drawing): PictureLine[] =>
  lines.map(line => ({ ...line, key: y, name: t(columns.find(({ name }) => name === y)?.label ?? y) }))

/** Shaded stretches and marked points. */
function aroundOf(
  { chart: { during, markers }, rowKey = 'id', say }: Drawing,
  rows: readonly Row[],
  xs: readonly string[],
  xOf: (row: Row) => string,
): Pick<Picture, 'spans' | 'marked'> {
  const at = new Map(rows.map(row => [xs.indexOf(xOf(row)), row]))
  const marked = [...at].flatMap(([index, row]): [number, PictureMarker][] =>
    markers && !blank(row[markers.field])
      ? [[index, { text: say?.(row) ?? plain(row[markers.field]), key: plain(row[rowKey]) }]]
      : [],
  )
  return {
    ...(during
      ? {
          spans: spansOf(
            t(during.label),
            [...xs.keys()].filter(i => Number(at.get(i)?.[during.field]) === 1),
          ),
        }
      : {}),
    ...(markers ? { marked: new Map(marked) } : {}),
  }
}

/** Neighbours become one stretch. */
function spansOf(label: string, indexes: readonly number[]): PictureSpan[] {
  const spans: PictureSpan[] = []
  for (const at of indexes) {
    const last = spans.at(-1)
    if (last && last.to === at - 1) last.to = at
    else spans.push({ label, from: at, to: at })
  }
  return spans
}

function linesOf(
  rows: readonly Row[],
  { series, named: nameField, y }: Chart,
  xs: string[],
  xOf: (row: Row) => string,
): PictureLine[] {
  const lines = new Map<string, PictureLine & { latest: string }>()
  for (const row of rows) {
    const [key, x] = [series ? plain(row[series]) : '', xOf(row)]
    const line = lines.get(key) ?? { key, name: '', latest: '', values: xs.map(() => null) }
    // a line has the name of its latest row, because names may change over time
    if (x >= line.latest) Object.assign(line, { latest: x, name: plain(row[nameField ?? series ?? '']) || key })
    line.values[xs.indexOf(x)] = Number(row[y])
    lines.set(key, line)
  }
  return [...lines.values()]
    .sort((a, b) => b.latest.localeCompare(a.latest))
    .map(({ key, name, values }) => ({ key, name, values }))
}

/** Numbers lines with equal names. */
function apart(lines: PictureLine[]): PictureLine[] {
  const seen = new Map<string, number>()
  return lines.map(line => {
    const n = (seen.get(line.name) ?? 0) + 1
    seen.set(line.name, n)
    return n === 1 ? line : { ...line, name: `${line.name}（${n}）` }
  })
}

const FULL = 100
const highest = (lines: readonly PictureLine[]): number =>
  Math.max(0, ...lines.flatMap(({ values }) => values.map(value => value ?? 0)))

/** The highest band ends at the highest possible score. */
function bandsFor(entries: DictionaryEntries, lines: readonly PictureLine[]): PictureBand[] {
  const bands = bandsOf(entries)
  const top = Math.max(FULL, highest(lines))
  return bands.map(({ label, tone, from }, i) => ({ label: t(label), tone, from, to: bands[i - 1]?.from ?? top }))
}

function axisOf(lines: readonly PictureLine[], bands: readonly PictureBand[]): Pick<Picture, 'range' | 'ticks'> {
  if (bands.length === 0) return { range: [0, highest(lines) || 1] }
  const ends = [...new Set(bands.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  return { range: [ends[0] ?? 0, ends.at(-1) ?? FULL], ticks: ends }
}

/** Description of the chart for screen readers; all numbers are in a table. */
export function wordsOf(label: string, { xs, lines, bands, unit }: Picture): string {
  const span = t('{name}，{from} 至 {to}', { name: label, from: xs[0] ?? '', to: xs.at(-1) ?? '' })
  const [line] = lines
  if (!line || lines.length > 1) return `${span}${t('，共 {n} 条线', { n: lines.length })}`
  const at = line.values.findLastIndex(value => value !== null)
  const value = line.values[at] ?? 0
  const band = bands.find(({ from }) => value >= from)?.label
  return `${span}${t('，最近 {x} 为 {value}', { x: xs[at] ?? '', value: `${value}${unit}` })}${band ? ` ${band}` : ''}`
}
