import type { BoardWidget, DashboardPage, Report } from '../../core/contract/configuration.ts'
import type { Figures, FigureRow, MeasureFacts } from '../../core/contract/statistics.ts'
import { unitLabel } from '../../core/period/buckets.ts'
import { partsOfDay } from '../../core/period/day.ts'
import type { Period } from '../../core/period/period.ts'
import { changeWord, saidOnce, type CompareKey } from '../../core/contract/compared.ts'
import {
  bareNumber,
  changeWords,
  filledIn,
  hasFigures,
  namesIn,
  REPORT_CHANGES,
  valueWords,
  type CountedWidget,
} from '../../core/statistics/report-words.ts'
import { badRequest } from '../answer/refusal.ts'
import type { CallContext } from '../call/context.ts'
import { numbersOf } from '../statistics/board.ts'
import type { Look } from '../statistics/look.ts'

export interface ReportTable {
  title: string
  head: string[]
  rows: string[][]
}
/** A report as it is printed; all texts are Chinese. */
export interface ReportContent {
  head?: string
  title: string
  chapters: { label: string; paragraphs: string[]; tables: ReportTable[] }[]
  unit: string
  /** 2026年11月23日 */
  date: string
}
declare module '../heavy/heavy.ts' {
  interface HeavyWorks {
    /** a file for Word, WPS and LibreOffice */
    'report.write': { order: ReportContent; input: never; output: Uint8Array }
  }
}

/** One number of a report, for a preview. */
export interface ReportFigure {
  chapter: string
  name: string
  value: string
  previous: string
  lastYear: string
}

export interface ReportWish {
  page: DashboardPage
  look: Look
  /** names of chapters; all where none is wanted by name */
  chapters: readonly string[]
  /** the writing unit, and what templates may name beside area and period */
  unit: string
  words: Readonly<Record<string, string>>
}

/** A report that has been counted: every number stands in it once, whoever shows it. */
export interface CountedReport {
  report: Report
  counted: ReadonlyMap<string, CountedWidget>
  words: Readonly<Record<string, string>>
  look: Look
}

/** Counts what the chosen chapters need, with the rights of whoever asks. */
export async function countReport(call: CallContext, wish: ReportWish): Promise<CountedReport> {
  const { page, look, chapters, unit, words } = wish
  if (!page.report) throw badRequest(`看板“${page.title}”不能写成报告`)
  const report = { ...page.report, chapters: chosenOf(page.report, chapters) }
  const named = new Set(report.chapters.flatMap(widgetsOf))
  const widgets = page.widgets.filter(({ name, query }) => query && named.has(name))
  const figures = await numbersOf(call, widgets, look)
  const counted = widgets.flatMap(widget => {
    const found = figures[widget.name]
    return found ? [[widget.name, { widget, figures: found }] as const] : []
  })
  const area = call.regions.nameOf(look.home)
  const period = look.period ? periodWords(look.period) : ''
  return { report, counted: new Map(counted), words: { ...words, area, period, unit }, look }
}

function chosenOf({ chapters }: Report, wanted: readonly string[]): Report['chapters'] {
  const chosen = wanted.length === 0 ? chapters : chapters.filter(({ name }) => wanted.includes(name))
  if (chosen.length === 0) throw badRequest('报告没有所选的章，请重新选择')
  return chosen
}

const widgetsOf = ({ text, tables }: Report['chapters'][number]): string[] => [
  ...text.flatMap(one => namesIn(one).flatMap(({ widget }) => widget ?? [])),
  ...tables,
]

export function periodWords({ start, end, by }: Period): string {
  return by === 'range' ? `${dayWords(start)}至${dayWords(end)}` : unitLabel(start, by)
}
export function dayWords(day: string): string {
  const { year, month, day: date } = partsOfDay(day)
  return `${year}年${month}月${date}日`
}

/** The report as a document. */
export function contentOf(counted: CountedReport): ReportContent {
  const { report, words, look } = counted
  const fill = (text: string): string => filledIn(text, words, counted.counted)
  return {
    ...(report.head === undefined ? {} : { head: fill(report.head) }),
    title: fill(report.title),
    chapters: report.chapters
      .filter(one => mayTell(counted, one))
      .map(({ label, text, tables }) => ({
        label,
        paragraphs: text.map(fill),
        tables: tables.flatMap(name => tableOf(counted, name) ?? []),
      })),
    unit: words['unit'] ?? '',
    date: dayWords(look.today),
  }
}

/** A chapter of which the writer may see nothing is left out. */
function mayTell({ counted }: CountedReport, chapter: Report['chapters'][number]): boolean {
  const of = widgetsOf(chapter).flatMap(name => counted.get(name) ?? [])
  return of.length === 0 || of.some(({ figures }) => hasFigures(figures))
}

function tableOf({ counted }: CountedReport, name: string): ReportTable | undefined {
  const found = counted.get(name)
  if (!found || !hasFigures(found.figures)) return undefined
  const { widget, figures } = found
  const title = widget.title ?? ''
  return widget.by.length === 0 ? plainTable(title, widget, figures) : groupTable(title, widget, figures)
}

const unitOf = ({ kind, unit }: MeasureFacts): string => (kind === 'share' ? '%' : (unit ?? ''))
const headed = (measure: MeasureFacts): string =>
  unitOf(measure) === '' ? measure.label : `${measure.label}（${unitOf(measure)}）`

/** Measures below each other, with what they are compared with. */
function plainTable(title: string, { measures }: BoardWidget, figures: Figures): ReportTable {
  const changes = saidOnce(
    figures,
    REPORT_CHANGES.filter(one => figures.total[one]),
  )
  return {
    title,
    head: ['指标', '数值', ...changes.map(one => changeWord(figures, one))],
    rows: measures.map((measure, at) => [
      measure.label,
      valueWords(figures.total.values[at], measure),
      ...changes.map(one => changeAlone(figures, at, measure, one)),
    ]),
  }
}

/** Under the head of a column that says what it is compared with. */
const changeAlone = (figures: Figures, at: number, measure: MeasureFacts, change: CompareKey): string =>
  changeWords(figures, at, measure, change).replace(changeWord(figures, change), '')

/** A row for each group, and their total. */
function groupTable(title: string, { measures, by }: BoardWidget, figures: Figures): ReportTable {
  const numbers = (row: FigureRow): string[] => measures.map((measure, at) => bareNumber(row.values[at], measure))
  const total = figures.rows.length > 1 ? [['合计', ...by.slice(1).map(() => ''), ...numbers(figures.total)]] : []
  return {
    title,
    head: [...by.map(({ label }) => label), ...measures.map(headed)],
    rows: [...figures.rows.map(row => [...row.labels, ...numbers(row)]), ...total],
  }
}

/** The numbers of a report that stand for the whole period, chapter by chapter. */
export function figuresIn({ report, counted }: CountedReport): ReportFigure[] {
  return report.chapters.flatMap(chapter =>
    [...new Set(widgetsOf(chapter))].flatMap(name => {
      const found = counted.get(name)
      if (!found) return []
      const { widget, figures } = found
      if (!hasFigures(figures))
        return [
          { chapter: chapter.label, name: widget.title ?? '', value: figures.message, previous: '', lastYear: '' },
        ]
      return widget.measures.map((measure, at) => ({
        chapter: chapter.label,
        name: measure.label,
        value: valueWords(figures.total.values[at], measure),
        previous: figures.total.previous ? changeAlone(figures, at, measure, 'previous') : '',
        lastYear: figures.total.lastYear ? changeAlone(figures, at, measure, 'lastYear') : '',
      }))
    }),
  )
}
