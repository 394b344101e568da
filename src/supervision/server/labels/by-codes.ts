import { sql } from 'kysely'
import { inScope } from '../../../server/access/row-scope.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import { audit } from '../../../server/call/audit.ts'
import {
  afterCommit,
  entityOfCall,
  othersOf,
  requiredArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
} from '../../../server/call/context.ts'
import { arrayOf } from '../../../server/db/arrays.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { begin } from '../../../server/jobs/jobs.ts'
import { every } from '../../../server/records/read/plan-list.ts'
import { choices } from '../../../server/call/values.ts'
import { labelsNamed } from './labelling.ts'

const MOST = 5000
const PER_CARRIER = 'carrier.label'
/** A carrier is known by its own number, and by the credit code of its subject. */
const CODE = 'uscc_dim'

const codesIn = (text: string): string[] => [...new Set(text.split(/[\s,，、;；]+/).filter(code => code !== ''))]

async function found(call: CallContext, entity: Entity, codes: readonly string[]) {
  const all = arrayOf(codes)
  const [key, code] = [sql.ref(entity.key), sql.ref(CODE)]
  const { rows } = await sql<{ key: string; code: string | null }>`select ${key} as key, ${code} as code
    from ${sql.table(entity.name)} where ${every(inScope(entity, call.rows))}
      and (${key} = any(${all}::text[]) or ${code} = any(${all}::text[])) order by 1 limit ${MOST * 2}`.execute(call.db)
  return rows
}

/** Labels the carriers that codes name, as one batch; says which of the codes none within reach has. */
export const labelCodes: Handler = async call => {
  const entity = entityOfCall(call)
  const codes = codesIn(requiredArg(call, 'codes'))
  if (codes.length > MOST) throw badRequest(`一次最多 ${MOST} 个编码，现有 ${codes.length} 个`)
  const labelIds = choices(requiredArg(call, 'labelIds'))
  await labelsNamed(call, labelIds)
  const rows = await found(call, entity, codes)
  const known = new Set(rows.flatMap(({ key, code }) => [key, ...(code === null ? [] : [code])]))
  const missing = codes.filter(code => !known.has(code))
  if (rows.length === 0) return { id: '', total: 0, missing }
  const one = call
    .configuration()
    .endpoints()
    .find(({ handler, entity: of }) => handler === PER_CARRIER && of === entity.name)
  if (!one) throw badRequest(`${entity.label}没有标签`)
  const args = { labelIds: labelIds.join(','), reason: textArg(call, 'reason') }
  const { endpoint } = othersOf(call).open(one.name, args)
  const keys = rows.map(({ key }) => key)
  const request = { call: endpoint.name, args, undoable: true }
  const order = { userId: signedInUser(call).id, kind: 'batch', ip: call.ip, request, keys } as const
  const after = { call: endpoint.name, args, total: keys.length }
  const entry = { action: call.endpoint.name, entity: entity.name, after }
  const id = await begin(call.db, order, (tx, objectId) => audit(tx, call, { ...entry, objectId }))
  afterCommit(call, () => call.jobs?.wake())
  return { id, total: keys.length, missing }
}
