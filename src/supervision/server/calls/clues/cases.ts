import type { TableRow } from '../../../../server/db/database.ts'
import type { Handler, Handlers } from '../../../../server/call/context.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'

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
    return {}
  })

export const cases: Handlers = { 'case.save': save }
