import { Readable } from 'node:stream'
import type { ImportReport } from '../../../core/contract/imports.ts'
import { audit } from '../../call/audit.ts'
import {
  afterCommit,
  requiredArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../call/context.ts'
import { badRequest, notFound } from '../../answer/refusal.ts'
import { FileAnswer } from '../../files/store.ts'
import { begun } from '../../heavy/heavy.ts'
import { REASON } from '../../imports/check-file.ts'
import { badRows, goodRows, type BadRow } from '../../imports/kept.ts'
import { importPlan, type ImportPlan } from '../../imports/plan.ts'
import { templateOf } from '../../imports/template.ts'
import { begin, cancel, jobOfUser, wholeRequestOf } from '../../jobs/jobs.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** More refused rows are written without drop-downs, piece by piece. */
const MOST_WITH_CHOICES = 2000
const PORTION = 200

/** Answers when the first bytes are there: what cannot be written is told, and no broken file begun. */
const answered = async (name: string, bytes: AsyncGenerator<Uint8Array, void>): Promise<FileAnswer> =>
  new FileAnswer(`${name}.xlsx`, XLSX, Readable.from(await begun(bytes)))

/** The workbook to fill in: columns of the form, with drop-downs of what this person may choose. */
const template: Handler = async call => {
  const plan = importPlan(call)
  const sheets = await templateOf(call, plan)
  return answered(
    `${plan.translate(plan.page.title)}_${plan.translate('导入模板')}`,
    call.heavy.run('book.write', sheets),
  )
}

/** An uploaded file of this person; nobody checks the file of another. */
async function uploadOf(call: CallContext): Promise<{ id: string; name: string }> {
  const row = await call.db
    .selectFrom('sys_file')
    .select(['id', 'name'])
    .where('id', '=', requiredArg(call, 'file'))
    .where('userId', '=', signedInUser(call).id)
    .executeTakeFirst()
  if (!row) throw notFound('文件不存在或您无权查看')
  return { id: String(row['id']), name: String(row['name']) }
}

/** Begins to check an uploaded spreadsheet. Nothing is written until `import.run`. */
const check: Handler = async call => {
  const plan = importPlan(call)
  const { id: file, name } = await uploadOf(call)
  const request = { route: plan.page.route, lang: textArg(call, 'lang'), file }
  const order = {
    userId: signedInUser(call).id,
    kind: 'import',
    ip: call.ip,
    request,
    keys: [],
    fileName: name,
  } as const
  const after = { route: plan.page.route, call: plan.call, file, name }
  const id = await begin(call.db, order, (tx, objectId) =>
    audit(tx, call, { action: call.endpoint.name, entity: plan.entity.name, objectId, after }),
  )
  afterCommit(call, () => call.jobs?.wake())
  return { id, total: 0 }
}

const state: Handler = async call => {
  const id = requiredArg(call, 'id')
  const { total, done, finished, cancelled, error } = await jobOfUser(call.db, signedInUser(call).id, 'import', id)
  const report = finished && !cancelled && error === undefined ? await reportOf(call, id) : undefined
  return {
    id,
    total,
    done,
    finished,
    cancelled,
    ...(error === undefined ? {} : { error }),
    ...(report ? { report } : {}),
  }
}

const reportOf = async (call: CallContext, id: string): Promise<ImportReport | undefined> =>
  (await wholeRequestOf(call.db, id))?.['report'] as ImportReport | undefined

const stop: Handler = async call => {
  await cancel(call.db, signedInUser(call).id, 'import', requiredArg(call, 'id'))
  return null
}

/** The list and its form, as they are now, of a check that has ended. */
async function checkedPlan(call: CallContext): Promise<{ id: string; plan: ImportPlan; bad: number }> {
  const id = requiredArg(call, 'id')
  const job = await jobOfUser(call.db, signedInUser(call).id, 'import', id)
  if (!job.finished) throw badRequest('文件还没有检查完，请稍候')
  if (job.cancelled || job.error !== undefined) throw badRequest('这次检查没有完成，请重新选择文件')
  const asked = await wholeRequestOf(call.db, id)
  const report = asked?.['report'] as ImportReport | undefined
  return { id, plan: importPlan({ ...call, args: { ...asked } }), bad: report?.bad ?? 0 }
}

/** Rows some at a time, as a process for heavy work takes them. */
async function* portions<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let some: T[] = []
  for await (const row of rows) {
    some.push(row)
    if (some.length < PORTION) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** The refused rows with their reasons, in the form of the template: corrected, they can be sent again. */
const refused: Handler = async call => {
  const { id, plan, bad } = await checkedPlan(call)
  if (bad === 0) throw notFound('没有被退回的行')
  const name = `${plan.translate(plan.page.title)}_${plan.translate('待改正')}`
  const row = ([cells, reasons]: BadRow): BadRow[0] => [...cells, reasons]
  if (bad <= MOST_WITH_CHOICES) {
    const rows: BadRow[0][] = []
    for await (const kept of badRows(call, id)) rows.push(row(kept))
    return answered(name, call.heavy.run('book.write', await templateOf(call, plan, { rows })))
  }
  const lines = async function* (): AsyncGenerator<BadRow[0]> {
    yield [...plan.columns.map(({ heading }) => heading), plan.translate(REASON)]
    for await (const kept of badRows(call, id)) yield row(kept)
  }
  const sheet = { name: plan.translate('数据'), frozen: 1 }
  return answered(name, call.heavy.run('sheet.write', sheet, { input: portions(lines()) }))
}

/** Begins to add the rows that passed, each by the form's own call; the whole can be undone. */
const run: Handler = async call => {
  const { id: imports, plan } = await checkedPlan(call)
  const keys: string[] = []
  for await (const [row] of goodRows(call, imports)) keys.push(String(row))
  if (keys.length === 0) throw badRequest('没有可以导入的行')
  const request = { call: plan.call, args: {}, undoable: true, imports }
  const order = { userId: signedInUser(call).id, kind: 'batch', ip: call.ip, request, keys } as const
  const after = { route: plan.page.route, call: plan.call, check: imports, total: keys.length }
  const id = await begin(call.db, order, async (tx, objectId) => {
    await markRun(tx, imports)
    await audit(tx, call, { action: call.endpoint.name, entity: plan.entity.name, objectId, after })
  })
  afterCommit(call, () => call.jobs?.wake())
  return { id, total: keys.length }
}

/** A check is imported once: a second time would add every row again. */
async function markRun(tx: CallContext['db'], id: string): Promise<void> {
  const row = await tx
    .updateTable('sys_job')
    .set({ taken: 1 })
    .where('id', '=', id)
    .where('taken', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw badRequest('这次检查的结果已经导入过，请重新选择文件')
}

export const imports: Handlers = {
  'import.template': template,
  'import.check': check,
  'import.state': state,
  'import.cancel': stop,
  'import.refused': refused,
  'import.run': run,
}
