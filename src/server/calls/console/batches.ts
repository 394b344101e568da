import { audit } from '../../call/audit.ts'
import { badRequest } from '../../answer/refusal.ts'
import { beginBatch } from '../../jobs/begin-batch.ts'
import { begin, cancel, jobOfUser, requestOf } from '../../jobs/jobs.ts'
import { failedRows } from '../../jobs/rows.ts'
import { ALREADY_UNDONE, markUndone, undoableKeys } from '../../jobs/undo.ts'
import { isUndoable } from '../../access/undoable.ts'
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
  const undoable = isUndoable(call.scoped, signedInUser(call), name)
  return beginBatch(call, { call: name, args, undoable }, keys)
}

const state: Handler = async call => {
  const { id, total, done, ok, finished, cancelled, error, undo } = await jobOfUser(
    call.db,
    signedInUser(call).id,
    'batch',
    requiredArg(call, 'id'),
  )
  const results = await failedRows(call.db, id, finished ? SELECTION_CAP : SOME)
  return {
    id,
    total,
    done,
    ok,
    finished,
    cancelled,
    undo: finished && undo,
    ...(error === undefined ? {} : { error }),
    results,
  }
}

const stop: Handler = async call => {
  await cancel(call.db, signedInUser(call).id, 'batch', requiredArg(call, 'id'))
  return null
}

/** Begins a batch that gives back what another one changed; goes on where one before was cancelled. */
const undo: Handler = async call => {
  const undoes = requiredArg(call, 'id')
  const user = signedInUser(call)
  const done = await jobOfUser(call.db, user.id, 'batch', undoes)
  if (!done.finished) throw badRequest('批量操作还没有结束，请等它结束后再撤销')
  const { keys, last, running } = await undoableKeys(call.db, undoes)
  if (running) throw badRequest('正在撤销，请等它结束')
  const request = await requestOf(call.db, undoes)
  if (keys.length === 0 || !request) throw badRequest(last === null ? '这次批量操作不能撤销' : ALREADY_UNDONE)
  const { endpoint } = othersOf(call).open(request.call, request.args)
  const order = { userId: user.id, kind: 'batch', ip: call.ip, request: { ...request, undoes }, keys } as const
  const entry = { action: call.endpoint.name, entity: endpoint.entity ?? '', after: { undoes, total: keys.length } }
  const id = await begin(call.db, order, async (tx, objectId) => {
    await markUndone(tx, undoes, objectId, last)
    await audit(tx, call, { ...entry, objectId })
  })
  afterCommit(call, () => call.jobs?.wake())
  return { id, total: keys.length }
}

export const batches: Handlers = { 'batch.run': run, 'batch.state': state, 'batch.cancel': stop, 'batch.undo': undo }
