import type { ScopedConfiguration } from '../../../core/index.ts'
import type { DashboardPage } from '../../../core/contract/configuration.ts'
import { periodAt, periodOf, periodText, type Period, type PeriodBy } from '../../../core/period/period.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import { signedInUser, type CallContext } from '../../../server/call/context.ts'
import { choices } from '../../../server/call/values.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { countReport, periodWords, type CountedReport, type ReportWish } from '../../../server/report/content.ts'
import { dashboardWithin } from '../../../server/statistics/board.ts'
import { lookAt, type ChosenOne } from '../../../server/statistics/chosen.ts'

export const REPORT = 'report'
/** settings.reports of app.yaml: dictionaries/reportKind → dashboard that says what such a report has */
export const REPORT_SETTINGS = { reports: { '*': { kind: 'page' } } } as const

/** What a report may say in braces, beside the words of the engine. */
export const REPORT_NAMES = ['kind', 'name'] as const

/** dictionaries/reportKind: what period a report of this kind is of; of the others it is the days as they are given. */
const PERIODS: Readonly<Record<string, PeriodBy>> = {
  '1': 'day',
  '2': 'week',
  '3': 'month',
  '4': 'quarter',
  '5': 'year',
}

/** The days of a report: the whole unit around its first day, or those that were given. */
export function periodOfReport(row: TableRow): Period {
  const start = String(row['period'] ?? '').slice(0, DAY)
  const by = PERIODS[String(row['reportKind'])]
  const read = periodOf(by ? { start, end: start } : { start, end: String(row['periodEnd'] ?? '').slice(0, DAY) })
  if (!read.period) throw badRequest('报告期不完整，请填写起止日期')
  return by ? periodAt(start, by) : read.period
}
const DAY = 10

const kindLabel = (scoped: ScopedConfiguration, row: TableRow): string =>
  scoped.dictionary('reportKind')?.find(([code]) => code === row['reportKind'])?.[1] ?? ''

/** Route of the dashboard that a report of this kind is made from; refuses a kind that has none. */
function templateOf(scoped: ScopedConfiguration, row: TableRow): string {
  const route = scoped.app.settings?.['reports']?.[String(row['reportKind'])]
  if (typeof route !== 'string') throw badRequest(`还没有“${kindLabel(scoped, row)}”的样式，请选择别的报告类型`)
  return route
}

/** What a report is called where nobody has named it: 淮南市2026年10月月报, or after its subject. */
export function reportName(call: CallContext, row: TableRow, subject?: string): string {
  const about = subject ?? call.regions.nameOf(String(row['areaCode'] ?? ''))
  return `${about}${periodWords(periodOfReport(row))}${kindLabel(call.scoped, row)}`
}

/** The subject of a report whose page looks at one; refuses one that is missing, unknown or out of reach. */
export async function subjectOf(call: CallContext, row: TableRow): Promise<ChosenOne | undefined> {
  const page = call.scoped.page(templateOf(call.scoped, row))
  if (page?.kind !== 'dashboard' || !page.controls.record) return undefined
  const { chosen } = await lookAt({ ...call, args: { record: String(row['subject'] ?? '') } }, page)
  if (!chosen.record) throw badRequest(`请选择${page.controls.record.label}`)
  return chosen.record
}

/** Refuses what could not be written: a kind without a template, another's area or subject, no period. */
export async function checkReport(call: CallContext, row: TableRow): Promise<void> {
  await wishOf(call, row)
}

/** Counts what a report says, with the rights of whoever asks. */
export const countedReport = async (call: CallContext, row: TableRow): Promise<CountedReport> =>
  countReport(call, await wishOf(call, row))

async function wishOf(call: CallContext, row: TableRow): Promise<ReportWish> {
  const page: DashboardPage = dashboardWithin(call, templateOf(call.scoped, row))
  const subject = await subjectOf(call, row)
  const area = String(row['areaCode'] ?? '')
  const args = { area, period: periodText(periodOfReport(row)), ...(subject ? { record: subject.code } : {}) }
  const { look } = await lookAt({ ...call, args }, page)
  return {
    page,
    look,
    chapters: choices(row['sections']),
    unit: signedInUser(call).orgName,
    words: { ...ownWords(call, row), record: subject?.name ?? '' },
  }
}

const ownWords = ({ scoped }: CallContext, row: TableRow): Record<(typeof REPORT_NAMES)[number], string> => ({
  kind: kindLabel(scoped, row),
  name: String(row['reportName'] ?? ''),
})
