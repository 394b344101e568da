import type { TableRow } from '../../../../server/db/database.ts'
import { signedInUser, type Handler, type Handlers } from '../../../../server/call/context.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'
import { caseNo } from '../../cases/number.ts'

const number = (value: unknown): number => Number(value ?? 0)

/** The total is computed from fine and confiscation; a total in the request is ignored. */
function withTotal(values: TableRow, before: TableRow | undefined): void {
  const now = { ...before, ...values }
  if (['fine', 'confiscateGain'].every(name => now[name] === undefined || now[name] === null)) return
  values['totalAmount'] = number(now['fine']) + number(now['confiscateGain'])
}

const save: Handler = call =>
  saveRecord(call, async (saving, values) => {
    withTotal(values, saving.before)
    const numbered = values['caseNo'] ?? saving.before?.['caseNo']
    if (!numbered)
      values['caseNo'] = await caseNo(
        saving,
        String(values['areaCode'] ?? saving.before?.['areaCode'] ?? signedInUser(call).areaCode),
      )
    return {}
  })

export const cases: Handlers = { 'case.save': save }
