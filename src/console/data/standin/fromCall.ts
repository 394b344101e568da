import { labelKey, type Row } from '../../../core/contract/api.ts'
import type { FigureRow, MeasureFacts, StatisticQuery } from '../../../core/contract/statistics.ts'
import type { FiguresDoc } from '../../../core/model/documents.ts'

/** What a widget wants of a call of the specification, and the call's words for it. */
export interface FromCall {
  query: StatisticQuery
  measures: readonly MeasureFacts[]
  /** our word → the answer's, where they differ */
  map?: Readonly<Record<string, string>>
  /** field of the answer → its value in the rows that count */
  only?: Readonly<Record<string, string>>
}

/** Numbers of parts that add up to the number of the whole. */
const ADDS_UP: ReadonlySet<string> = new Set(['count', 'sum', 'stock'])
const addsUp = ({ kind }: MeasureFacts): boolean => ADDS_UP.has(kind)

/** Those of a query's measures that a call answers, or whose parts it answers; none without the first of them. */
export function answered(figures: FiguresDoc, { query, measures }: Omit<FromCall, 'map' | 'only'>): MeasureFacts[] {
  const { statistic, by = [], top } = figures
  if (statistic !== query.statistic || query.filters || query.totals) return []
  const told = measures.filter(({ name }) => figures.measures.includes(name))
  const [first] = told
  if (!first || first.name !== measures[0]?.name) return []
  // a figure without its way is better than none
  if (by.join() === query.by.join() || (query.spark && by.length === 0)) return told
  const mayAdd = top === undefined && !query.spark && query.by.every(name => by.includes(name))
  return mayAdd && addsUp(first) ? told.filter(addsUp) : []
}

/** The numbers of an answer as a widget draws them. */
export interface Read {
  rows: FigureRow[]
  total: FigureRow
  /** those of the measures that the answer has */
  measures: readonly MeasureFacts[]
}

/**
 * Reads an answer of one row a group, or of one object. Groups stand in its order, or the query's; undefined where it
 * has not got the first measure.
 */
export function readFigures(
  data: unknown,
  { query, measures: wanted, map = {}, only = {} }: FromCall,
): Read | undefined {
  const name = (word: string): string => map[word] ?? word
  const all = [data].flat().filter(isRow)
  const said = all.filter(row => Object.entries(only).every(([field, value]) => String(row[field]) === value))
  // a list without groups has nothing to show; one number that is not there is none
  const isEmpty = said.length === 0 && Array.isArray(data) && query.by.length > 0
  const measures = wanted.filter(measure => isEmpty || said.some(row => name(measure.name) in row))
  if (measures[0]?.name !== wanted[0]?.name) return undefined
  const valuesOf = (of: readonly Row[]): (number | null)[] =>
    measures.map(measure =>
      valueOf(
        measure,
        of.map(row => numberIn(row[name(measure.name)])),
      ),
    )
  const groups = groupsOf(said, query.by, name)
  return {
    rows: query.by.length === 0 ? [] : biggest(groups, query, valuesOf),
    total: { keys: [], labels: [], values: valuesOf(said), filters: {} },
    measures,
  }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

const numberIn = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** Of several rows together; null where they do not add up. */
function valueOf(measure: MeasureFacts, values: readonly (number | null)[]): number | null {
  if (values.length === 1) return values[0] ?? null
  const numbers = values.filter(value => value !== null)
  return addsUp(measure) && numbers.length > 0 ? numbers.reduce((sum, one) => sum + one) : null
}

interface Group {
  keys: string[]
  labels: string[]
  of: Row[]
}

function groupsOf(said: readonly Row[], by: readonly string[], name: (word: string) => string): Group[] {
  const groups = new Map<string, Group>()
  for (const row of said) {
    const keys = by.map(one => String(row[name(one)] ?? ''))
    const labels = by.map((one, i) => String(row[name(labelKey(one))] ?? keys[i] ?? ''))
    const id = JSON.stringify(keys)
    const group = groups.get(id) ?? { keys, labels, of: [] }
    group.of.push(row)
    groups.set(id, group)
  }
  return [...groups.values()]
}

/** So many as the query wants, the biggest first; the others are left out, or one group of the query's name. */
function biggest(
  groups: readonly Group[],
  { top, rest, by }: StatisticQuery,
  valuesOf: (of: readonly Row[]) => (number | null)[],
): FigureRow[] {
  const all = groups.map(group => ({ group, row: rowOf(group.keys, group.labels, valuesOf(group.of)) }))
  if (top === undefined) return all.map(({ row }) => row)
  const sorted = all.toSorted((a, b) => (b.row.values[0] ?? 0) - (a.row.values[0] ?? 0))
  const shown = sorted.slice(0, top).map(({ row }) => row)
  const left = sorted.slice(top).flatMap(({ group }) => group.of)
  if (rest === undefined || left.length === 0) return shown
  const blank = by.map(() => '')
  return [
    ...shown,
    {
      ...rowOf(
        blank,
        by.map(() => rest),
        valuesOf(left),
      ),
      rest: true,
    },
  ]
}

const rowOf = (keys: string[], labels: string[], values: (number | null)[]): FigureRow => ({
  keys,
  labels,
  values,
  filters: {},
})
