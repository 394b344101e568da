import type { DimensionFacts, FigureRow, Figures, MeasureFacts } from '../../../core/contract/statistics.ts'
import { t } from '../../i18n/t.ts'
import { scaleOf } from './numbers.ts'

export interface Series {
  key: string
  label: string
  measure: MeasureFacts
  /** cell of each category; undefined where there is no such group */
  cells: (Cell | undefined)[]
}
export interface Cell {
  row: FigureRow
  value: number | null
}
export interface Category {
  key: string
  label: string
}
/** Figures as a grid: one dimension gives the categories, the second or the measures give the series. */
export interface Grid {
  categories: Category[]
  series: Series[]
}

/** Label of a group's key; an empty one is said, never left blank. */
export const labelOf = (row: FigureRow, at: number): string => t(row.labels[at] || row.keys[at] || '未注明')

/** The measures that the figures have, in their order. */
export const measuresOf = (figures: Figures, measures: readonly MeasureFacts[]): MeasureFacts[] =>
  figures.measures.map(name => measures.find(one => one.name === name) ?? { name, label: name, kind: 'count' })

/** The unit that the numbers of one measure are written in; none where there are several measures, or nothing. */
export function unitOf(figures: Figures, measures: readonly MeasureFacts[]): string | undefined {
  const [measure, ...others] = measuresOf(figures, measures)
  if (!measure || others.length > 0 || figures.rows.length === 0) return undefined
  return scaleOf(Math.max(...figures.rows.map(({ values }) => values[0] ?? 0), 0), measure).unit
}

/** Keys of one dimension in the order in which they come; what `top` left out stands last. */
function categoriesOf(rows: readonly FigureRow[], at: number): Category[] {
  const found = new Map<string, Category>()
  const inOrder = [...rows.filter(({ rest }) => !rest), ...rows.filter(({ rest }) => rest)]
  for (const row of inOrder) {
    const key = keyOf(row, at)
    if (!found.has(key)) found.set(key, { key, label: labelOf(row, at) })
  }
  return [...found.values()]
}
const keyOf = (row: FigureRow, at: number): string => (row.rest ? `rest:${row.keys[at]}` : `key:${row.keys[at]}`)

export function gridOf(figures: Figures, measures: readonly MeasureFacts[]): Grid {
  const facts = measuresOf(figures, measures)
  if (figures.by.length === 0)
    return byMeasure([figures.rows[0] ?? figures.total], facts, [{ key: '', label: t('合计') }])
  if (figures.by.length === 1) return byMeasure(figures.rows, facts, categoriesOf(figures.rows, 0))
  return bySecond(figures.rows, facts)
}

function byMeasure(rows: readonly FigureRow[], facts: readonly MeasureFacts[], categories: Category[]): Grid {
  const of = new Map(rows.map(row => [keyOf(row, 0), row]))
  const cell = (key: string, at: number): Cell | undefined => {
    const row = of.get(key) ?? (key === '' ? rows[0] : undefined)
    return row && { row, value: row.values[at] ?? null }
  }
  const series = facts.map((measure, at) => ({
    key: measure.name,
    label: t(measure.label),
    measure,
    cells: categories.map(({ key }) => cell(key, at)),
  }))
  return { categories, series }
}

/** With a second dimension the first measure alone is drawn: two things cannot share one colour. */
function bySecond(rows: readonly FigureRow[], [measure]: readonly MeasureFacts[]): Grid {
  const categories = categoriesOf(rows, 0)
  if (!measure) return { categories, series: [] }
  const of = new Map(rows.map(row => [`${keyOf(row, 0)}\n${keyOf(row, 1)}`, row]))
  const series = categoriesOf(rows, 1).map(second => ({
    key: second.key,
    label: second.label,
    measure,
    cells: categories.map(({ key }) => {
      const row = of.get(`${key}\n${second.key}`)
      return row && { row, value: row.values[0] ?? null }
    }),
  }))
  return { categories, series }
}

/** What must not share an axis: series by their unit. */
export function panelsOf(series: readonly Series[]): Series[][] {
  const panels = new Map<string, Series[]>()
  for (const one of series) {
    const unit = one.measure.kind === 'share' ? '%' : (one.measure.unit ?? '')
    panels.set(unit, [...(panels.get(unit) ?? []), one])
  }
  return [...panels.values()]
}

export const dimensionOf = (
  dimensions: readonly DimensionFacts[],
  name: string | undefined,
): DimensionFacts | undefined => dimensions.find(one => one.name === name)
