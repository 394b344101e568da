import { audit } from '../../call/audit.ts'
import { chinaTime } from '../../db/time.ts'
import { FileAnswer } from '../../files/store.ts'
import { badRequest, notFound } from '../../answer/refusal.ts'
import { exportRequest } from '../../jobs/export-request.ts'
import { begin, cancel, jobOfUser } from '../../jobs/jobs.ts'
import {
  requiredArg,
  signedInUser,
  afterCommit,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../call/context.ts'
import { openList } from '../../call/open-list.ts'
import { onReplicaBefore } from '../../call/replica.ts'
import { chosenKeys, orderedKeys } from './selections.ts'

/** Most rows of an export: larger spreadsheets become unusable, and users should filter instead. */
export const EXPORT_CAP = 200_000
/** Most rows of an export with files, which people look at one by one. */
const FILES_CAP = 500
const ZIP = 'application/zip'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function keysToExport(call: CallContext, name: string): Promise<string[]> {
  const chosen = await chosenKeys(call)
  if (chosen) return chosen
  const list = await openList(call, name, call.args['args'])
  const keys = await onReplicaBefore(list.call, on => orderedKeys({ ...list, call: on }, EXPORT_CAP + 1))
  if (keys.length > EXPORT_CAP) throw badRequest(`最多导出 ${EXPORT_CAP} 行，请缩小筛选范围`)
  return keys
}

const run: Handler = async call => {
  const request = exportRequest(call)
  const name = requiredArg(call, 'call')
  await openList(call, name, {})
  const keys = await keysToExport(call, name)
  if (request.files && keys.length > FILES_CAP) throw badRequest(`连同文件一次最多导出 ${FILES_CAP} 条`)
  const fileName = `${request.title}_${chinaTime().replace(/\D/g, '')}.${request.files ? 'zip' : 'xlsx'}`
  const { title, summary, columns, page } = request
  const after = {
    call: name,
    route: page.route,
    title,
    filterSummary: summary,
    columns: columns.map(({ column }) => column.name),
    total: keys.length,
    files: request.files,
  }
  const { keys: _, selectionId: __, ...asked } = call.args
  const order = { userId: signedInUser(call).id, kind: 'export', ip: call.ip, request: asked, keys, fileName } as const
  const id = await begin(call.db, order, (tx, objectId) =>
    audit(tx, call, { action: call.endpoint.name, entity: page.entity.name, objectId, after }),
  )
  afterCommit(call, () => call.jobs?.wake())
  return { id, total: keys.length }
}

const state: Handler = async call => {
  const { id, total, done, finished, cancelled, error } = await jobOfUser(
    call.db,
    signedInUser(call).id,
    'export',
    requiredArg(call, 'id'),
  )
  return { id, total, done, finished, cancelled, ...(error === undefined ? {} : { error }) }
}

const stop: Handler = async call => {
  await cancel(call.db, signedInUser(call).id, 'export', requiredArg(call, 'id'))
  return null
}

const GONE = '文件已下载过或已失效，请重新导出'

async function markTaken({ db }: CallContext, id: string): Promise<boolean> {
  const taken = await db
    .updateTable('sys_job')
    .set({ taken: 1 })
    .where('id', '=', id)
    .where('taken', '=', 0)
    .returning('id')
    .execute()
  return taken.length > 0
}

/** Download of an export: only for the user who asked for it, and only once. */
const file: Handler = async call => {
  const { id, fileName, finished, cancelled, error } = await jobOfUser(
    call.db,
    signedInUser(call).id,
    'export',
    requiredArg(call, 'id'),
  )
  if (!finished) throw badRequest('文件还没有生成完，请稍候')
  // before it counts as taken: a file that cannot be opened now is there for the next try
  const content = cancelled || error !== undefined ? undefined : await call.files.open(id)
  if (!content) throw notFound(GONE)
  const taken = await markTaken(call, id).catch((cause: unknown) => {
    content.destroy()
    throw cause
  })
  if (!taken) {
    content.destroy()
    throw notFound(GONE)
  }
  content.once('close', () => void call.files.remove(id).catch(call.fault))
  return new FileAnswer(fileName, fileName.endsWith('.zip') ? ZIP : XLSX, content)
}

export const exports: Handlers = {
  'export.run': run,
  'export.state': state,
  'export.cancel': stop,
  'export.file': file,
}
