import { parseCsv } from 'hucre/csv'
import { sql } from 'kysely'
import { isUscc } from '../../core/model/uscc.ts'
import { every } from '../calls/generic/listing.ts'
import type { CallContext } from '../calls/context.ts'
import { newKey } from '../calls/generic/save.ts'
import { writeRow } from '../calls/generic/write.ts'
import { escapeLike, inScope } from '../access/row-scope.ts'
import type { Database, TableRow } from '../db/database.ts'
import type { Entity } from '../db/models.ts'
import { badRequest } from '../http/refusal.ts'

/** What one run came to. */
export interface Collected { total: number; newCount: number; failCount: number; problems: string[] }
export interface Collecting { call: CallContext; tx: Database; task: TableRow; carrier: Entity; now: string }

export const MOST_ROWS = 5000
const MOST_PROBLEMS = 20
const COLUMNS = ['名称', '网址', '主体名称', '统一社会信用代码']

const lines = (seeds: unknown): string[] => String(seeds ?? '').split(/\r?\n/).map(line => line.trim()).filter(line => line !== '')

/** Nothing is fetched from the internet: without a file the library is read again, as far as the seeds reach. */
export async function collectLibrary({ call, tx, task, carrier, now }: Collecting): Promise<Collected> {
  const title = sql.ref(carrier.title)
  const url = sql.ref(carrier.carrier?.url ?? carrier.title)
  const seeds = lines(task['seeds']).map(seed => sql<boolean>`(${title} ilike ${`%${escapeLike(seed)}%`} or ${url} ilike ${`%${escapeLike(seed)}%`})`)
  const where = every([...inScope(carrier, call.rows), sql<boolean>`(${sql.join(seeds, sql` or `)})`])
  const keys = sql`select ${sql.ref(carrier.key)} from ${sql.table(carrier.name)} where ${where} order by ${sql.ref(carrier.key)} limit ${sql.lit(MOST_ROWS)}`
  const { rows } = await sql<{ createTime: string | null; isDead: number | null }>`update ${sql.table(carrier.name)} set "collectTime" = ${now}
    where ${sql.ref(carrier.key)} in (${keys}) returning "createTime", "isDead"`.execute(tx)
  const last = String(task['lastRun'] ?? '')
  return {
    total: rows.length, newCount: rows.filter(row => String(row.createTime ?? '') > last).length, failCount: rows.filter(row => row.isDead === 1).length,
    problems: rows.length === 0 ? ['库内没有与种子相符的数据'] : [],
  }
}

interface Line { name: string; url: string; subject: string; uscc: string }

function problemOf({ name, url, uscc }: Line): string | undefined {
  if (name === '') return '没有名称'
  if (!/^https?:\/\/[^\s/]+/.test(url)) return '网址应以 http:// 或 https:// 开头'
  return uscc !== '' && !isUscc(uscc) ? '统一社会信用代码格式不正确' : undefined
}

function readLines(text: string): Line[] {
  const [head = [], ...rows] = parseCsv(text.replace(/^\uFEFF/, '')).map(row => row.map(cell => String(cell ?? '').trim()))
  const at = COLUMNS.map(column => head.indexOf(column))
  if (at[0] === -1 || at[1] === -1) throw badRequest(`数据文件的首行应为：${COLUMNS.join(',')}`)
  if (rows.length > MOST_ROWS) throw badRequest(`数据文件不能超过 ${MOST_ROWS} 行`)
  const cell = (row: string[], i: number): string => row[at[i] ?? -1] ?? ''
  return rows.filter(row => row.some(one => one !== '')).map(row => ({ name: cell(row, 0), url: cell(row, 1), subject: cell(row, 2), uscc: cell(row, 3) }))
}

/** A carrier that is known by its address was seen again; another one is new and waits to be verified. */
async function enter({ call, tx, task, carrier, now }: Collecting, line: Line): Promise<boolean> {
  const address = carrier.carrier?.url ?? ''
  const where = every([...inScope(carrier, call.rows), sql<boolean>`${sql.ref(address)} = ${line.url}`])
  const { rows } = await sql`update ${sql.table(carrier.name)} set "collectTime" = ${now} where ${where} returning ${sql.ref(carrier.key)}`.execute(tx)
  if (rows.length > 0) return false
  const row: TableRow = {
    [carrier.key]: newKey(), [carrier.title]: line.name, [address]: line.url, subjectName: line.subject || null, uscc_dim: line.uscc || null,
    platformName: String(task['source'] ?? '') || null, areaCode: task['areaCode'] ?? null, customerId: task['customerId'] ?? null, dataSource: '1', auditStatus: '9', isDead: 0,
    firstFoundTime: now, collectTime: now, createTime: now, updateTime: now, createBy: call.user?.id ?? null, delFlag: 0,
  }
  await writeRow(tx, carrier, undefined, Object.fromEntries(Object.entries(row).filter(([name]) => carrier.byName.has(name))))
  return true
}

export async function collectFile(collecting: Collecting, text: string): Promise<Collected> {
  const result: Collected = { total: 0, newCount: 0, failCount: 0, problems: [] }
  for (const [i, line] of readLines(text).entries()) {
    const problem = problemOf(line)
    result.total++
    if (problem !== undefined) {
      result.failCount++
      if (result.problems.length < MOST_PROBLEMS) result.problems.push(`第${i + 2}行：${problem}`)
    } else if (await enter(collecting, line)) result.newCount++
  }
  return result
}
