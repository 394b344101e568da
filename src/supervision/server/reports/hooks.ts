import type { CompletedTransition, Hooks } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { beginWork } from '../../../server/jobs/work.ts'
import { checkReport, periodOfReport, REPORT, reportName, subjectOf } from './wish.ts'

/** What people say of a report, from which the rest follows. */
const SAID = ['reportKind', 'period', 'periodEnd', 'areaCode', 'subject', 'reportName'] as const

/**
 * A report's period is a whole day, week, month, quarter or year, and without a name it is called after it and what it
 * is about. Only what is about a subject keeps one.
 */
export const REPORT_HOOKS: Hooks = {
  beforeSave: async ({ call, entity, before }, values) => {
    if (entity.name !== REPORT || !SAID.some(name => name in values)) return values
    const row = { ...before, ...values }
    const { start, end } = periodOfReport(row)
    const named = String(row['reportName'] ?? '').trim()
    const subject = await subjectOf(call, row)
    return {
      ...values,
      period: start,
      periodEnd: end,
      subject: subject?.code ?? null,
      reportName: named === '' ? reportName(call, row, subject?.name) : named,
    }
  },
}

/** Effect of “生成”: the file is written in the background, as whoever pressed the button. */
export async function writeReport({ saving: { call, tx }, key, after }: CompletedTransition): Promise<TableRow> {
  // refused here and not in the background
  await checkReport(call, after)
  await beginWork(call, tx, { work: REPORT, key, request: { key } })
  return { failText: null }
}
