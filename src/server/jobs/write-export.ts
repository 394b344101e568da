import { sql } from 'kysely'
import { amongThese } from '../db/arrays.ts'
import { paced } from '../db/paced.ts'
import { entityOfCall, othersOf, type CallContext } from '../call/context.ts'
import { onReplica } from '../call/replica.ts'
import { shownRows } from '../records/read/list.ts'
import { badRequest } from '../answer/refusal.ts'
import { chinaTime } from '../db/time.ts'
import type { TableRow } from '../db/database.ts'
import type { ExportRequest } from './export-request.ts'
import { nowAndThen } from '../time/now-and-then.ts'
import { packedName, zipped, type ZipPart } from '../files/zip.ts'
import { RecordFiles } from './record-files.ts'
import { cellOf, formatOf, headingOf, widthOf, type Cell } from './sheet.ts'

const CHUNK = 500
const TELL_MS = 500
/** Rows above the data: title, filters, who, names of the columns. */
const HEADING = 4

export interface Export {
  id: string
  name: string
  keys: string[]
  request: ExportRequest
}
/**
 * What an export needs: the initial context, the user's current one, and a callback for progress, which throws when the
 * export has been cancelled.
 */
export interface Writing {
  call: CallContext
  person(): Promise<CallContext>
  told(done: number): Promise<void>
  signal: AbortSignal
}

/** Rows for the given keys in their order, limited to the user's current scope. */
async function rowsOf(call: CallContext, name: string, keys: readonly string[]): Promise<TableRow[]> {
  const opened = othersOf(call).open(name, {}, call.user)
  const rows = await othersOf(call).query(opened)
  if (!rows) throw badRequest('不是列表')
  const { entity } = rows
  const found = await onReplica(opened, within =>
    shownRows(within, entity, sql`where ${rows.where} and ${amongThese(entity.key, keys)}`),
  )
  const byKey = new Map(found.map(row => [String(row[entity.key]), row]))
  return keys.flatMap(one => {
    const row = byKey.get(one)
    return row ? [row] : []
  })
}

function heading(call: CallContext, { request: { title, summary, columns }, keys }: Export): Cell[][] {
  const who = `导出人：${call.user?.nickName ?? ''}　导出时间：${chinaTime()}　共 ${keys.length} 条`
  return [[title], [summary === '' ? '筛选条件：无' : `筛选条件：${summary}`], [who], columns.map(headingOf)]
}

async function* lines({ call, person, told }: Writing, job: Export): AsyncGenerator<Cell[][]> {
  const { columns, translate } = job.request
  const pace = paced(call.db, CHUNK)
  const isDue = nowAndThen(TELL_MS)
  yield heading(call, job)
  for (let at = 0; at < job.keys.length;) {
    const keys = job.keys.slice(at, at + pace.size)
    const now = await person()
    const rows = await pace.turn(keys.length, () => rowsOf(now, job.name, keys))
    at += keys.length
    if (isDue() || at >= job.keys.length) await told(at)
    yield rows.map(row => columns.map(column => cellOf(column, row, translate)))
  }
}

/** An archive: the spreadsheet first, then the files of each record. */
async function* packaged(
  { person, told }: Writing,
  { name, keys, request }: Export,
  sheet: AsyncIterable<Uint8Array>,
): AsyncGenerator<ZipPart> {
  yield [`${packedName(request.title)}.xlsx`, sheet]
  const call = await person()
  const opened = othersOf(call).open(name, {}, call.user)
  const files = new RecordFiles({ ...opened, others: othersOf(call) }, entityOfCall(opened))
  const rows: TableRow[] = []
  for (let at = 0; at < keys.length; at += CHUNK)
    rows.push(...(await rowsOf(await person(), name, keys.slice(at, at + CHUNK))))
  for (const take of [(row: TableRow) => files.bundles(row), (row: TableRow) => files.own(row)]) {
    for (const row of rows) {
      yield* take(row)
      // large files take long: leave a sign of life
      await told(keys.length)
    }
  }
  yield files.list()
}

/** Reads, writes and compresses a few hundred rows at a time, to limit memory and leave time for other requests. */
export async function writeExport(writing: Writing, job: Export): Promise<void> {
  const columns = job.request.columns.map(column => ({
    width: widthOf(column),
    ...(formatOf(column) ? { numFmt: formatOf(column) } : {}),
  }))
  const name =
    job.request.title
      .replace(/[\\/?*[\]:']/g, ' ')
      .slice(0, 31)
      .trim() || 'Sheet1'
  const { call, signal } = writing
  const sheet = call.heavy.run(
    'sheet.write',
    { name, columns, frozen: HEADING },
    { input: lines(writing, job), signal },
  )
  await call.files.put(job.id, job.request.files ? zipped(packaged(writing, job, sheet)) : sheet)
}
