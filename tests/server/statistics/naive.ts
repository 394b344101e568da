import { rangeKeys } from '../../../src/core/contract/api.ts'
import {
  addsField,
  type DimensionModel,
  type Figures,
  type MeasureModel,
  type StatisticModel,
} from '../../../src/core/contract/statistics.ts'
import type { ListFilters } from '../../../src/core/contract/statistics.ts'
import type { TableRow } from '../../../src/server/db/database.ts'
import type { Entity } from '../../../src/server/db/tables/models.ts'

/** Numbers as somebody counts them who goes through all rows one by one, with nothing of the server's own ways. */

type Days = { start: string; end: string }
const textOf = (row: TableRow, name: string): string => String(row[name] ?? '')
const prefixOf = (code: string): string => code.replace(/(00)+$/, '')

function isoWeek(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7))
  const first = Date.UTC(date.getUTCFullYear(), 0, 1)
  const week = Math.ceil(((date.getTime() - first) / 864e5 + 1) / 7)
  return `${date.getUTCFullYear()}-W${String(week).padStart(2, '0')}`
}

/** The parts of time by their keys. */
const TIMES: Record<string, (day: string) => string> = {
  day: day => day,
  week: isoWeek,
  month: day => day.slice(0, 7),
  quarter: day => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
  year: day => day.slice(0, 4),
}

/** The groups that a row counts for. */
export function groupsOf(row: TableRow, dimension: DimensionModel, home: string): string[] {
  const { field, kind, grain = 'month', bands = [], multiple } = dimension
  const text = textOf(row, field)
  if (kind === 'time') return [text === '' ? '' : (TIMES[grain]?.(text.slice(0, 10)) ?? '')]
  if (kind === 'area') {
    const digits = [2, 4, 6, 9].find(one => one > prefixOf(home).length) ?? 9
    return [text === '' ? '' : text.slice(0, digits).padEnd(6, '0')]
  }
  if (kind === 'band') return [text === '' ? '' : String(bands.filter(limit => Number(text) >= limit).length)]
  return multiple && text !== '' ? text.split(',') : [text]
}

/** Whether a row passes the filters of a list. */
function passes(row: TableRow, entity: Entity, filters: ListFilters): boolean {
  return Object.entries(filters).every(([key, value]) => {
    const field = entity.byName.get(key)
    if (!field) return entity.fields.some(({ name }) => isWithin(row, name, key, String(value)))
    const items = Array.isArray(value) ? value.map(String) : [String(value)]
    const text = textOf(row, key)
    const has = (item: string): boolean =>
      item === '$empty' ? text === '' : field.kind === 'area' ? text.startsWith(prefixOf(item)) : text === item
    return items[0] === '$not' ? !items.slice(1).some(has) : items.some(has)
  })
}

function isWithin(row: TableRow, name: string, key: string, limit: string): boolean {
  const [start, end, below] = rangeKeys(name)
  const value = row[name]
  if (value === null || value === undefined) return false
  const compared = typeof value === 'number' ? value - Number(limit) : textOf(row, name).localeCompare(limit)
  if (key === start) return compared >= 0
  if (key === below) return compared < 0
  return key === end && (compared <= 0 || textOf(row, name).slice(0, limit.length) === limit)
}

export interface Question {
  model: StatisticModel
  entity: Entity
  rows: readonly TableRow[]
  by: readonly DimensionModel[]
  filters: ListFilters
  area: string
  home: string
  days: Days | undefined
}

/** Rows that lists show, of the area and the filters, at whatever time. */
export const rowsFor = ({ rows, model, entity, filters, area }: Question): TableRow[] =>
  rows.filter(
    row =>
      (!entity.byName.has('delFlag') || row['delFlag'] === 0)
      && entity.fields.every(({ name, unlisted }) => unlisted === undefined || textOf(row, name) !== String(unlisted))
      && (area === '' || textOf(row, entity.areaField ?? '').startsWith(prefixOf(area)))
      && passes(row, entity, model.filters)
      && passes(row, entity, filters),
  )

const combined = (keys: readonly string[][]): string[][] =>
  keys.reduce<string[][]>((all, some) => all.flatMap(one => some.map(key => [...one, key])), [[]])

/** A measure's number of a group; `at`: the keys of the group, none for all rows. */
export function numberOf(
  question: Question,
  found: readonly TableRow[],
  measure: MeasureModel,
  at: string[],
): number | null {
  const { entity, by, days, home, model } = question
  const { time } = model
  const isStock = measure.kind === 'stock'
  const timed = by.findIndex(({ kind }) => kind === 'time')
  const isOf = (row: TableRow): boolean =>
    at.length === 0
    || combined(by.map(dimension => groupsOf(row, dimension, home))).some(keys =>
      keys.every((key, i) => (isStock && i === timed ? key <= (at[i] ?? '') : key === at[i])),
    )
  const isThen = (row: TableRow): boolean => {
    if (time === undefined || !days) return true
    const day = textOf(row, time).slice(0, 10)
    return day !== '' && day <= days.end && (isStock || day >= days.start)
  }
  const mine = found.filter(row => isThen(row) && isOf(row) && passes(row, entity, measure.filters))
  const values = mine.flatMap(row => row[measure.of ?? ''] ?? [])
  if (measure.kind === 'distinct') return new Set(values).size
  const sum = values.reduce<number>((all, value) => all + Number(value), 0) / (measure.scale ?? 1)
  if (addsField(measure)) return sum
  if (measure.kind === 'average') return values.length > 0 ? sum / values.length : null
  return mine.length
}

/** Groups that rows have, in the days that are looked at. */
export function groupsFound({ by, home, days, model }: Question, found: readonly TableRow[]): Set<string> {
  const within = found.filter(row => {
    const day = textOf(row, model.time ?? '').slice(0, 10)
    return !days || model.time === undefined || (day >= days.start && day <= days.end)
  })
  return new Set(within.flatMap(row => combined(by.map(one => groupsOf(row, one, home))).map(keys => keys.join('|'))))
}

export const groupsTold = ({ rows }: Figures): Set<string> => new Set(rows.map(({ keys }) => keys.join('|')))
