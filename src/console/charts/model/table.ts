import type { DimensionFacts, FigureRow, Figures, MeasureFacts } from '../../../core/contract/statistics.ts'
import { t } from '../../i18n/t.ts'
import { saidOnce, type CompareKey } from '../../../core/contract/compared.ts'
import { changeOf, wordOf } from './change.ts'
import { valueText } from './numbers.ts'
import { labelOf, measuresOf } from './series.ts'

export interface TableColumn {
  name: string
  label: string
  kind: 'text' | 'number' | 'change'
  /** of a number: what it is, so that it is written as the picture writes it */
  measure?: MeasureFacts
}
export interface TableRow {
  /** the group; its lists are what the numbers of this row lead to */
  figures: FigureRow
  /** texts, and exact numbers: a share is a fraction. null: there is none */
  cells: (string | number | null)[]
}
/** A picture as a table: what its table view shows and what is downloaded. */
export interface FigureTable {
  head: TableColumn[]
  rows: TableRow[]
  /** counted by itself; absent where there is but one group */
  total?: TableRow
}
const COMPARED: CompareKey[] = ['previous', 'lastYear']

/** `isWay`: the rows are the way to the number, which is of the last of them and no sum */
export function tableOf(
  figures: Figures,
  measures: readonly MeasureFacts[],
  dimensions: readonly DimensionFacts[] = [],
  isWay = false,
): FigureTable {
  const facts = measuresOf(figures, measures)
  const asked = COMPARED.filter(key => [...figures.rows, figures.total].some(row => row[key]))
  const compared = saidOnce(figures, asked)
  const texts = figures.by.map((name): TableColumn => {
    const label = dimensions.find(one => one.name === name)?.label ?? name
    return { name, label: t(label), kind: 'text' }
  })
  const row = (group: FigureRow, labels: string[]): TableRow => ({
    figures: group,
    cells: [...labels, ...facts.flatMap((measure, at) => numbersOf(group, at, measure, compared))],
  })
  const head = [...texts, ...facts.flatMap(measure => columnsOf(figures, measure, compared))]
  if (figures.by.length === 0) return { head, rows: [row(figures.rows[0] ?? figures.total, [])] }
  return {
    head,
    rows: figures.rows.map(group =>
      row(
        group,
        figures.by.map((_, at) => labelOf(group, at)),
      ),
    ),
    total: row(
      figures.total,
      figures.by.map((_, at) => (at === 0 ? t(isWay ? '本期' : '合计') : '')),
    ),
  }
}

function columnsOf(figures: Figures, measure: MeasureFacts, compared: readonly CompareKey[]): TableColumn[] {
  const { name } = measure
  const label = t(measure.label)
  const then = { previous: t('上期'), lastYear: t('去年同期') }
  return [
    { name, label, kind: 'number', measure },
    ...compared.flatMap((key): TableColumn[] => [
      { name: `${name}.${key}`, label: `${label} ${then[key]}`, kind: 'number', measure },
      { name: `${name}.${key}.change`, label: `${label} ${wordOf(figures, key)}`, kind: 'change' },
    ]),
  ]
}

function numbersOf(
  row: FigureRow,
  at: number,
  measure: MeasureFacts,
  compared: readonly CompareKey[],
): TableRow['cells'] {
  const now = row.values[at] ?? null
  const others = compared.map(key => row[key])
  return [
    now,
    // what is compared as a whole alone leaves its parts empty: no number was asked for there
    ...others.flatMap(then =>
      then || row.withheld ? [then?.[at] ?? null, changeOf(now, then?.[at], measure).text] : ['', ''],
    ),
  ]
}

/** A cell as staff read it. What may not be shown is a star, and no dash: there is a number. */
export function cellText(column: TableColumn, row: TableRow, at: number): string {
  const cell = row.cells[at]
  if (column.kind !== 'number' || typeof cell === 'string') return String(cell ?? '')
  if (row.figures.withheld && cell === null) return WITHHELD
  return valueText(cell, column.measure ?? { kind: 'count' })
}
export const WITHHELD = '*'
