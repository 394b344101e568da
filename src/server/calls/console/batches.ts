import { audit } from '../../call/audit.ts'
import { badRequest } from '../../answer/refusal.ts'
import { begin, cancel, jobOfUser } from '../../jobs/jobs.ts'
import { failedRows } from '../../jobs/rows.ts'
import { othersOf, requiredArg, signedInUser, afterCommit, type Handler, type Handlers } from '../../call/context.ts'
import { isRecord } from '../../call/values.ts'
import { chosenKeys, SELECTION_CAP } from './selections.ts'

/** Failed rows listed while the batch is running; the finished batch lists all. */
const SOME = 200

const run: Handler = async call => {
  const name = requiredArg(call, 'call')
  const args = isRecord(call.args['args']) ? call.args['args'] : {}
  const { endpoint } = othersOf(call).open(name, args)
  if (!endpoint.changes || !endpoint.entity || endpoint.in === 'multipart')
    throw badRequest(`${endpoint.label}不能批量执行`)
  const keys = await chosenKeys(call)
  if (!keys || keys.length === 0) throw badRequest('请选择要操作的记录')
  const entry = { action: call.endpoint.name, entity: endpoint.entity, after: { call: name, args, total: keys.length } }
  const order = {
    userId: signedInUser(call).id,
    kind: 'batch',
    ip: call.ip,
    request: { call: name, args },
    keys,
  } as const
  const id = await begin(call.db, order, (tx, objectId) => audit(tx, call, { ...entry, objectId }))
  afterCommit(call, () => call.jobs?.wake())
  return { id, total: keys.length }
}

const state: Handler = async call => {
  const { id, total, done, ok, finished, cancelled, error } = await jobOfUser(
    call.db,
    signedInUser(call).id,
    'batch',
    requiredArg(call, 'id'),
  )
  const results = await failedRows(call.db, id, finished ? SELECTION_CAP : SOME)
  return { id, total, done, ok, finished, cancelled, ...(error === undefined ? {} : { error }), results }
}

const stop: Handler = async call => {
  await cancel(call.db, signedInUser(call).id, 'batch', requiredArg(call, 'id'))
  return null
}

export const batches: Handlers = { 'batch.run': run, 'batch.state': state, 'batch.cancel': stop }
