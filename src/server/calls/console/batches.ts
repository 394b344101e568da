import { audit } from '../../audit.ts'
import { badRequest, Refusal, SERVER_FAULT } from '../../http/refusal.ts'
import { beat, begin, cancel, end, jobOfUser, pause } from '../../jobs/jobs.ts'
import { personNow } from '../../jobs/person.ts'
import { entityOfCall, othersOf, requiredArg, signedInUser, type CallContext, type Handler } from '../context.ts'
import { keyArgument } from '../generic/record.ts'
import { chosenKeys, isRecord } from './selections.ts'

const CHUNK = 20
const MOST_RESULTS = 200

interface Result { key: string; code: '0' | '1'; msg: string }
interface Batch { id: string; name: string; args: Record<string, unknown>; keys: string[] }

/** A call that answers a batch of its own says by its entries whether it worked. */
function entryOf(key: string, data: unknown): Result {
  const failed = Array.isArray(data) ? data.filter(isRecord).find(entry => 'code' in entry && String(entry['code']) !== '1') : undefined
  return failed ? { key, code: '0', msg: String(failed['msg'] ?? '操作失败') } : { key, code: '1', msg: '' }
}

async function runOne(call: CallContext, { name, args }: Batch, key: string, log: (error: unknown) => void): Promise<Result> {
  try {
    const opened = othersOf(call).open(name, args, call.user)
    const single = { ...opened, args: { ...args, [keyArgument(opened, entityOfCall(opened))]: key } }
    return entryOf(key, await othersOf(call).run(single))
  } catch (error) {
    if (!(error instanceof Refusal)) log(error)
    return { key, code: '0', msg: error instanceof Refusal ? error.message : SERVER_FAULT }
  }
}

/** One after the other, each with all that a single call asks; between two of them everybody else has a turn. */
async function work(call: CallContext, batch: Batch, log: (error: unknown) => void): Promise<void> {
  const failed: Result[] = []
  let ok = 0
  for (let at = 0; at < batch.keys.length; at += CHUNK) {
    const by = { ...call, user: await personNow(call) }
    for (const key of batch.keys.slice(at, at + CHUNK)) {
      const result = await runOne(by, batch, key, log)
      if (result.code === '1') ok++
      else if (failed.length < MOST_RESULTS) failed.push(result)
      await pause()
    }
    if (!await beat(call.db, batch.id, { done: Math.min(at + CHUNK, batch.keys.length), ok, results: failed })) return
  }
}

const run: Handler = async (call) => {
  const name = requiredArg(call, 'call')
  const args = isRecord(call.args['args']) ? call.args['args'] : {}
  const { endpoint } = othersOf(call).open(name, args)
  if (!endpoint.changes || !endpoint.entity || endpoint.args === 'multipart') throw badRequest(`${endpoint.label}不能批量执行`)
  const keys = await chosenKeys(call)
  if (!keys || keys.length === 0) throw badRequest('请选择要操作的记录')
  const entry = { action: call.endpoint.name, entity: endpoint.entity, after: { call: name, args, total: keys.length } }
  const id = await begin(call.db, { userId: signedInUser(call).id, kind: 'batch', total: keys.length }, (tx, objectId) => audit(tx, call, { ...entry, objectId }))
  void work(call, { id, name, args, keys }, call.fault)
    .then(() => end(call.db, id), (error: unknown) => end(call.db, id, error instanceof Refusal ? error.message : SERVER_FAULT))
    .catch(call.fault)
  return { id, total: keys.length }
}

const state: Handler = async (call) => {
  const { id, total, done, ok, finished, cancelled, error, results } = await jobOfUser(call.db, signedInUser(call).id, 'batch', requiredArg(call, 'id'))
  return { id, total, done, ok, finished, cancelled, ...(error === undefined ? {} : { error }), results }
}

const stop: Handler = async (call) => {
  await cancel(call.db, signedInUser(call).id, 'batch', requiredArg(call, 'id'))
  return null
}

export const batches: Record<string, Handler> = { 'batch.run': run, 'batch.state': state, 'batch.cancel': stop }
