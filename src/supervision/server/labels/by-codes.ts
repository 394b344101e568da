import { sql } from 'kysely'
import { inScope } from '../../../server/access/row-scope.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import { entityOfCall, requiredArg, textArg, type CallContext, type Handler } from '../../../server/call/context.ts'
import { choices } from '../../../server/call/values.ts'
import { arrayOf } from '../../../server/db/arrays.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import type { Begun } from '../../../server/jobs/begin-batch.ts'
import { every } from '../../../server/records/read/plan-list.ts'
import { beginLabelling, type PerCarrier } from './batch.ts'
import { labelsFor, labelsNamed } from './labelling.ts'

/** Most codes, and most carriers that they name: a subject may have several. */
const MOST = 10_000
/** A carrier is known by its own number, and by the credit code of its subject. */
const CODE = 'uscc_dim'

/** Codes in a pasted text, however they are divided; full-width letters and digits count as the plain ones. */
export const codesIn = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKC')
      .split(/[\s,、;。]+/)
      .filter(code => code !== ''),
  ),
]

/** A credit code is told in capitals. */
const asCode = (code: string): string => code.toUpperCase()

async function found(call: CallContext, entity: Entity, codes: readonly string[]) {
  const [key, code] = [sql.ref(entity.key), sql.ref(CODE)]
  const { rows } = await sql<{ key: string; code: string | null }>`select ${key} as key, ${code} as code
    from ${sql.table(entity.name)} where ${every(inScope(entity, call.rows))}
      and (${key} = any(${arrayOf(codes)}::text[]) or ${code} = any(${arrayOf(codes.map(asCode))}::text[]))
    order by 1 limit ${MOST + 1}`.execute(call.db)
  if (rows.length > MOST) throw badRequest(`这些编码对应的${entity.label}超过 ${MOST} 个，请分几次`)
  return rows
}

/** A batch about carriers that codes name, with those codes that none within reach has. */
export interface BegunByCodes extends Begun {
  missing: string[]
}

/** Does to the carriers that codes name what `handler` does to one, as one batch. */
const byCodes =
  (handler: PerCarrier['handler'], judge: (call: CallContext, entity: Entity, ids: string[]) => Promise<unknown>) =>
  async (call: CallContext): Promise<BegunByCodes> => {
    const entity = entityOfCall(call)
    const codes = codesIn(requiredArg(call, 'codes'))
    if (codes.length > MOST) throw badRequest(`一次最多 ${MOST} 个编码，现有 ${codes.length} 个，请分几次`)
    const labelIds = choices(requiredArg(call, 'labelIds'))
    await judge(call, entity, labelIds)
    const rows = await found(call, entity, codes)
    const known = new Set(rows.flatMap(({ key, code }) => [key, ...(code === null ? [] : [code])]))
    const missing = codes.filter(code => !known.has(code) && !known.has(asCode(code)))
    const reason = textArg(call, 'reason')
    const args = { labelIds: labelIds.join(','), ...(reason === '' ? {} : { reason }) }
    const keys = rows.map(({ key }) => key)
    return { ...(await beginLabelling(call, entity, { handler, args }, keys)), missing }
  }

/** Labels the carriers that codes name; says which of the codes none within reach has. */
export const labelCodes: Handler = byCodes('carrier.label', labelsFor)
/** Takes labels from the carriers that codes name, in the same way. */
export const unlabelCodes: Handler = byCodes('carrier.unlabel', (call, _entity, ids) => labelsNamed(call, ids))
