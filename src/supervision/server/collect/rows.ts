import { sql } from 'kysely'
import { anyOf, inScope, type RowScope } from '../../../server/access/row-scope.ts'
import { containing } from '../../../server/records/read/filters.ts'
import { shownOnly } from '../../../server/records/read/mask.ts'
import { every } from '../../../server/records/read/plan-list.ts'
import { newKey } from '../../../server/records/write/save.ts'
import type { DictionaryEntries } from '../../../core/contract/configuration.ts'
import { cleaned } from '../../../core/model/field/clean.ts'
import { isUscc } from '../../../core/model/field/uscc.ts'
import { insertMany } from '../../../server/db/bulk.ts'
import { paced } from '../../../server/db/paced.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { withProvince } from '../../../server/db/tables/province.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import { graded, LEVEL, SCORE } from '../liveness/grade.ts'
import { notePoints } from '../liveness/points.ts'
import { urlFieldOf } from '../carriers/carriers.ts'

/** Counts of a run so far. */
export interface Collected {
  total: number
  newCount: number
  failCount: number
  problems: string[]
}
/** Context of a run: user, row scope, task, and the carriers' entity. */
export interface Collecting {
  db: Database
  rows: RowScope
  userId: string
  task: TableRow
  carrier: Entity
  now: string
  entities: ReadonlyMap<string, Entity>
  dictionary(name: string): DictionaryEntries | undefined
}

export const MOST_ROWS = 50_000
/** Rows of one transaction, at most. */
const CHUNK = 500
const MOST_PROBLEMS = 20
const COLUMNS = ['名称', '网址', '主体名称', '统一社会信用代码']
/** optional column of the file */
const SCORE_COLUMN = '活跃分'
const MOST_SCORE = 100

export const nothingYet = (): Collected => ({ total: 0, newCount: 0, failCount: 0, problems: [] })
const lines = (seeds: unknown): string[] =>
  String(seeds ?? '')
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')

interface Seen {
  key: string
  createTime: string | null
  isDead: number | null
}

/** Marks the next carriers as seen again and stores their scores as this month's points. */
const touch = (collecting: Collecting, after: string, count: number): Promise<Seen[]> =>
  collecting.db.transaction().execute(async tx => {
    const seen = await seenAgain({ ...collecting, db: tx }, after, count)
    await notePoints(
      { ...collecting, tx },
      seen.map(({ key }) => key),
      collecting.now,
    )
    return seen
  })

async function seenAgain(
  { db, rows: scope, task, carrier, now }: Collecting,
  after: string,
  count: number,
): Promise<Seen[]> {
  const key = sql.ref(carrier.key)
  // a task may have any number of seeds, and tells how many carriers each has found: none behind a mask
  const found = (name: string, seed: string) => shownOnly(carrier, name, containing(name, seed))
  const named = [carrier.title, urlFieldOf(carrier) ?? carrier.title]
  const seeds = lines(task['seeds']).map(seed => anyOf(named.map(name => found(name, seed))))
  const where = every([
    ...inScope(carrier, scope),
    sql<boolean>`(${sql.join(seeds, sql` or `)})`,
    sql<boolean>`${key} > ${after}`,
  ])
  const { rows } = await sql<Seen>`with seen as (update ${sql.table(carrier.name)}
    set "collectTime" = ${now}
    where ${key} in (select ${key} from ${sql.table(carrier.name)} where ${where} order by ${key}
    limit ${sql.lit(count)}) returning ${key} as key, "createTime", "isDead")
    select * from seen order by key`.execute(db)
  return rows
}

/** Collecting without a file: nothing is fetched from the internet; the carriers in the task's scope are read again. */
export async function* collectLibrary(collecting: Collecting): AsyncGenerator<Collected> {
  const said = nothingYet()
  const last = String(collecting.task['lastRun'] ?? '')
  const pace = paced(collecting.db, CHUNK)
  for (let after = '', more = true; more && said.total < MOST_ROWS;) {
    const count = pace.size
    const seen = await pace.turn(count, () => touch(collecting, after, count))
    said.total += seen.length
    said.newCount += seen.filter(row => String(row.createTime ?? '') > last).length
    said.failCount += seen.filter(row => row.isDead === 1).length
    after = seen.at(-1)?.key ?? after
    more = seen.length === count
    if (said.total === 0) said.problems.push('库内没有与种子相符的数据')
    yield said
  }
}

interface Line {
  name: string
  url: string
  subject: string
  uscc: string
  score: string
}

function problemOf({ name, url, uscc, score }: Line): string | undefined {
  if (name === '') return '没有名称'
  if (!/^https?:\/\/[^\s/]+/.test(url)) return '网址应以 http:// 或 https:// 开头'
  if (score !== '' && !(/^\d{1,3}$/.test(score) && Number(score) <= MOST_SCORE))
    return `活跃分应为 0 到 ${MOST_SCORE} 的整数`
  return uscc !== '' && !isUscc(uscc) ? '统一社会信用代码格式不正确' : undefined
}

/** The lines of a file whose first row names its columns; empty ones are left out. */
async function* linesOf(portions: AsyncIterable<string[][]>): AsyncGenerator<Line[]> {
  let at: number[] | undefined
  for await (const portion of portions) {
    const rows = at ? portion : portion.slice(1)
    at ??= placesOf(portion[0] ?? [])
    const [name, url, subject, uscc, score] = at.map(place => (row: string[]) => row[place] ?? '') as Cells
    yield rows
      .filter(row => row.some(cell => cell !== ''))
      .map(row => ({
        name: cleaned({ kind: 'text' }, name(row)),
        url: cleaned({ kind: 'url' }, url(row)),
        subject: cleaned({ kind: 'text' }, subject(row)),
        uscc: cleaned({ kind: 'uscc' }, uscc(row)),
        score: cleaned({ kind: 'int' }, score(row)),
      }))
  }
  if (!at) placesOf([])
}
type Cell = (row: string[]) => string
type Cells = [Cell, Cell, Cell, Cell, Cell]

function placesOf(head: string[]): number[] {
  const at = [...COLUMNS, SCORE_COLUMN].map(column => head.indexOf(column))
  if (at[0] === -1 || at[1] === -1) throw badRequest(`数据文件的首行应为：${COLUMNS.join(',')}`)
  return at
}

function newRow(collecting: Collecting, address: string, line: Line): TableRow {
  const { userId, task, carrier, now } = collecting
  const row: TableRow = {
    [carrier.key]: newKey(),
    [carrier.title]: line.name,
    [address]: line.url,
    subjectName: line.subject || null,
    uscc_dim: line.uscc || null,
    platformName: String(task['source'] ?? '') || null,
    areaCode: task['areaCode'] ?? null,
    customerId: task['customerId'] ?? null,
    dataSource: '1',
    auditStatus: '9',
    isDead: 0,
    firstFoundTime: now,
    collectTime: now,
    createTime: now,
    updateTime: now,
    createBy: userId,
    delFlag: 0,
  }
  return withProvince(
    carrier,
    Object.fromEntries(
      Object.entries({ ...row, ...scored(collecting, line) }).filter(([name]) => carrier.byName.has(name)),
    ),
  )
}

const scored = ({ carrier, dictionary }: Collecting, { score }: Line): TableRow =>
  score === '' ? {} : graded(carrier, { [SCORE]: Number(score) }, dictionary)

/** Writes the scores in the file to their carriers, in one statement. */
async function rescore(collecting: Collecting, lines: readonly { key: string; line: Line }[]): Promise<void> {
  const { db, carrier } = collecting
  const measured = lines
    .filter(({ line }) => line.score !== '')
    .map(({ key, line }) => ({ key, ...scored(collecting, line) }))
  if (measured.length === 0 || ![SCORE, LEVEL].every(name => carrier.byName.has(name))) return
  const [score, level] = [sql.ref(SCORE), sql.ref(LEVEL)]
  await sql`update ${sql.table(carrier.name)} c set ${score} = m.${score}, ${level} = m.${level}
    from json_to_recordset(${JSON.stringify(measured)}::json) as m(key text, ${score} int, ${level} text)
    where c.${sql.ref(carrier.key)} = m.key`.execute(db)
}

/** Enters rows of the file: known addresses update their carriers, others become new carriers to be verified. */
async function enter(collecting: Collecting, some: readonly Line[]): Promise<number> {
  const { db, rows: scope, carrier, now } = collecting
  const address = urlFieldOf(carrier) ?? ''
  const byUrl = new Map(some.map(line => [line.url, line]))
  if (byUrl.size === 0) return 0
  return db.transaction().execute(async tx => {
    const where = every([
      ...inScope(carrier, scope),
      sql<boolean>`${sql.ref(address)} in (${sql.join([...byUrl.keys()])})`,
    ])
    const { rows } = await sql<{
      url: string
      key: string
    }>`update ${sql.table(carrier.name)} set "collectTime" = ${now} where ${where}
      returning ${sql.ref(address)} as url, ${sql.ref(carrier.key)} as key`.execute(tx)
    await rescore(
      { ...collecting, db: tx },
      rows.flatMap(({ url, key }) => (byUrl.get(url)?.score ? [{ key, line: byUrl.get(url)! }] : [])),
    )
    for (const { url } of rows) byUrl.delete(url)
    const made = [...byUrl.values()].map(line => newRow(collecting, address, line))
    await insertMany(tx, carrier.name, made)
    await notePoints(
      { ...collecting, tx },
      [...rows.map(({ key }) => key), ...made.map(row => String(row[carrier.key]))],
      now,
    )
    return byUrl.size
  })
}

/** `portions`: rows of the file, the first of which names its columns. */
export async function* collectFile(
  collecting: Collecting,
  portions: AsyncIterable<string[][]>,
): AsyncGenerator<Collected> {
  const said = nothingYet()
  const pace = paced(collecting.db, CHUNK)
  let line = 2
  for await (const lines of linesOf(portions)) {
    for (let at = 0; at < lines.length;) {
      const some = lines.slice(at, at + pace.size)
      await pace.turn(some.length, () => collect(collecting, said, some, line))
      at += some.length
      line += some.length
    }
    yield said
  }
}

/** Enters some lines of the file, the first of which has this number, and counts them. */
async function collect(collecting: Collecting, said: Collected, lines: readonly Line[], first: number): Promise<void> {
  const judged = lines.map((line, i) => ({ line, at: first + i, problem: problemOf(line) }))
  const bad = judged.filter(({ problem }) => problem !== undefined)
  said.total += lines.length
  said.failCount += bad.length
  said.problems.push(
    ...bad
      .slice(0, Math.max(0, MOST_PROBLEMS - said.problems.length))
      .map(({ at, problem }) => `第${at}行：${problem}`),
  )
  said.newCount += await enter(
    collecting,
    judged.filter(({ problem }) => problem === undefined).map(({ line }) => line),
  )
}
