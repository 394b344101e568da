import { applyChange } from '../../../../server/records/write/change.ts'
import { sql } from 'kysely'
import { chinaTime } from '../../../../server/db/time.ts'
import { badRequest } from '../../../../server/answer/refusal.ts'
import {
  entityOfCall,
  othersOf,
  requiredArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type TableRow,
  type Handlers,
} from '../../../../server/call/context.ts'
import { reportClue } from '../clues/clues.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'

interface Item {
  result?: unknown
}

/** The user is the inspector; a failed item always counts as a problem, whatever the form says. */
const save: Handler = call =>
  saveRecord(call, async ({ before }, values) => {
    if (!before)
      Object.assign(values, { inspector: signedInUser(call).id, inspectTime: values['inspectTime'] ?? chinaTime() })
    const items = typeof values['items'] === 'string' ? (JSON.parse(values['items']) as Item[]) : []
    if (items.some(item => Number(item.result) === 0)) values['problem'] = 1
    const told = values['problemDesc'] ?? before?.['problemDesc']
    const errors: Record<string, string> =
      values['problem'] === 1 && !told ? { problemDesc: '发现问题的，请填写问题描述' } : {}
    return errors
  })

/** dictionaries/illegalSource: found on patrol */
const PATROL = '5'

/** Marks the problem as converted; false if another user has done so at the same moment. */
async function claim({ db }: CallContext, key: string): Promise<boolean> {
  const { rows } =
    await sql`update "inspectionRecord" set "toClue" = '' where id = ${key} and "toClue" is null returning id`.execute(
      db,
    )
  return rows.length > 0
}

async function report(call: CallContext, row: TableRow): Promise<string> {
  const known: TableRow = {
    objectName: row['objectName'],
    objectUrl: row['url'],
    objectKind: row['objectKind'],
    areaCode: row['areaCode'],
    illegalSource: PATROL,
    riskLevel: row['riskLevel'],
    illegalCategory: requiredArg(call, 'illegalCategory'),
    illegalDesc: textArg(call, 'illegalDesc') || String(row['problemDesc'] ?? ''),
  }
  // the values come from the inspection's record and not from a form
  return (await reportClue(othersOf(call).open('illegalResult.report', {}), known)).resultId
}

/** Turns a problem into a clue, once. The call that reports clues checks whether the user may do so. */
const toClue: Handler = async call => {
  const entity = entityOfCall(call)
  const key = requiredArg(call, entity.key)
  const row = await recordInScope(call.db, call, entity, key)
  if (!(await claim(call, key))) throw badRequest('这条记录已经转为线索')
  try {
    const resultId = await report(call, row)
    await call.db.transaction().execute(async tx => {
      await applyChange({ call, tx }, { entity, before: row, values: { toClue: resultId } })
    })
    return { resultId }
  } catch (error) {
    await sql`update "inspectionRecord" set "toClue" = null where id = ${key} and "toClue" = ''`.execute(call.db)
    throw error
  }
}

export const inspections: Handlers = { 'inspection.save': save, 'inspection.toClue': toClue }
