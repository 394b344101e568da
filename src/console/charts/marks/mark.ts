import type { Figures, FigureRow, MeasureFacts } from '../../../core/contract/statistics.ts'
import { t } from '../../i18n/t.ts'
import { changesOf } from '../model/change.ts'
import { differs } from '../model/locked.ts'
import { valueText } from '../model/numbers.ts'
import { WITHHELD } from '../model/table.ts'
import type { Place } from '../model/walk.ts'

/** One bar, slice, point or cell: what the tip says of it, and what Enter opens. */
export interface Mark extends Place {
  /** where the tip points at, in pixels of the picture; absent: at the mark's own element */
  x?: number
  y?: number
  title: string
  lines: TipLine[]
  /** the number whose list it opens; absent where there is none */
  opens?: { row: FigureRow; measure: string }
  /** opens what a single point is about */
  goes?: () => void
  /** goes into the part of the map: by a click or the space bar; with Ctrl a click opens the list */
  drills?: () => void
}
export interface TipLine {
  label: string
  text: string
  /** class of the colour key */
  colour?: string
  tone?: 'good' | 'bad' | 'neutral'
}

export interface Told {
  figures: Figures
  row: FigureRow
  measure: MeasureFacts
  title: string
  /** name of the series, where it is not the measure */
  series?: string
  colour?: string
  /** of the whole: 12.3% */
  part?: string
}

/** What a tip says: the number to its last digit, its part of the whole and its changes. */
function linesOf({ figures, row, measure, series, colour, part }: Told): TipLine[] {
  const at = figures.measures.indexOf(measure.name)
  const changes = changesOf(figures, row, at, measure).map(({ word, text, tone, days }): TipLine => ({
    label: word,
    text: days ? `${text}${t('（{days}）', { days })}` : text,
    tone,
  }))
  return [
    lineOf(row, row.values[at] ?? null, measure, series ?? t(measure.label), colour),
    ...(part === undefined ? [] : [{ label: t('占比'), text: part }]),
    ...changes,
    ...(differs(row, at) ? [{ label: t('现在是'), text: valueText(row.now?.[at] ?? null, measure) }] : []),
    ...(row.withheld ? [{ label: '', text: t('数量过少，不予显示') }] : []),
  ]
}

/** One number among those of a tip. */
export const lineOf = (
  row: FigureRow,
  value: number | null,
  measure: MeasureFacts,
  label: string,
  colour?: string,
): TipLine => ({ label, text: row.withheld ? WITHHELD : valueText(value, measure), colour })

/** Whether `listOf` finds a list: a cross table asks for thousands of numbers, and opens one. */
export const opening = ({ list }: Figures, row: FigureRow, measure: string): Mark['opens'] =>
  list && row.open?.[measure] !== false ? { row, measure } : undefined

type Placed = Told & Place & Pick<Mark, 'x' | 'y'>
/** What it says is put together when it is pointed at: a cross table has thousands of cells. */
export const markOf = ({ at, line, x, y, ...told }: Placed): Mark => ({
  at,
  line,
  x,
  y,
  title: told.title,
  get lines() {
    return linesOf(told)
  },
  opens: opening(told.figures, told.row, told.measure.name),
})

/** What a screen reader hears at a mark. */
export const wordsOfMark = ({ title, lines }: Mark): string =>
  [title, ...lines.map(({ label, text }) => `${label}${text}`)].filter(Boolean).join(t('，'))
