import { entityFor } from '../../../../server/access/field-rights.ts'
import { applyChange } from '../../../../server/records/write/change.ts'
import { sql } from 'kysely'
import { whyNot } from '../../../../core/workflow/decide.ts'
import { amongThese } from '../../../../server/db/arrays.ts'
import type { Database } from '../../../../server/db/database.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { badRequest } from '../../../../server/answer/refusal.ts'
import { inScope } from '../../../../server/access/row-scope.ts'
import { followedBy } from '../../../../server/machines/machines.ts'
import { knowingOne } from '../../../../server/machines/taken.ts'
import { checkReceiver } from '../../../../server/workflow/receiver.ts'
import {
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type TableRow,
  type Handlers,
} from '../../../../server/call/context.ts'
import { every } from '../../../../server/records/read/plan-list.ts'
import { shownTitle } from '../../../../server/records/read/mask.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { choices } from '../../../../server/call/values.ts'
import { entityNamed } from '../../../../server/db/tables/models.ts'

const MOST = 1000
/** dictionaries/allocMode */
const BY_AREA = '1'
const EVENLY = '2'
/** The right to confirm a hit includes the right to assign it. */
const JUDGING = 'confirm'

/** Loads and locks hits that this user may confirm. */
async function suspects(call: CallContext, tx: Database): Promise<TableRow[]> {
  const clues = entityFor(entityNamed(call.entities(), 'illegalResult'), call.user)
  const keys = [...new Set(choices(call.args['suspectIds']))]
  if (keys.length === 0 || keys.length > MOST) throw badRequest(`请选择 1 到 ${MOST} 条疑似数据`)
  const rows: TableRow[] = []
  for (const key of keys) {
    const row = await recordInScope(tx, call, clues, key, true)
    const followed = await knowingOne(tx, clues, row, followedBy(call, clues, row))
    const why = followed && whyNot(followed.machine, JUDGING, row, followed.actor)
    if (why) throw badRequest(`${shownTitle(clues, row)}：${why.text}`)
    rows.push(row)
  }
  return rows
}

/** Units that the user chose and may see, in the order of choice. */
async function namedUnits(call: CallContext, tx: Database): Promise<string[]> {
  const wanted = [...new Set(choices(call.args['toOrg']))]
  if (wanted.length === 0) throw badRequest('请选择接收单位')
  const where = every([...inScope(entityNamed(call.entities(), 'org'), call.rows), amongThese('orgId', wanted)])
  const { rows } = await sql<{ orgId: string }>`select "orgId" from org where ${where}`.execute(tx)
  if (rows.length < wanted.length) throw badRequest('接收单位不存在，或不在您的管辖范围内')
  return wanted
}

/** The bureau of the hit's area, or of the nearest area above with a bureau. */
async function unitOf(call: CallContext, tx: Database, area: string): Promise<string> {
  const levels = [area, area.slice(0, 6), `${area.slice(0, 4)}00`, `${area.slice(0, 2)}0000`]
  const where = every([
    ...inScope(entityNamed(call.entities(), 'org'), call.rows),
    sql<boolean>`"areaCode" in (${sql.join([...new Set(levels)])})`,
  ])
  const { rows } = await sql<{
    orgId: string
  }>`select "orgId" from org where ${where}
    order by length(rtrim("areaCode", '0')) desc, length("areaCode") desc, "parentId" is not null, sort, "orgId"
    limit 1`.execute(tx)
  if (!rows[0]) throw badRequest(`${call.regions.nameOf(area)}没有可以接收的单位`)
  return rows[0].orgId
}

async function shares(call: CallContext, tx: Database, rows: TableRow[]): Promise<Map<string, TableRow[]>> {
  const mode = textArg(call, 'allocMode') || '3'
  const units = mode === BY_AREA ? [] : await namedUnits(call, tx)
  if (mode !== BY_AREA && mode !== EVENLY && units.length > 1) throw badRequest('指定分配只能选一个接收单位')
  const given = new Map<string, TableRow[]>()
  for (const [i, row] of rows.entries()) {
    const to =
      mode === BY_AREA ? await unitOf(call, tx, String(row['areaCode'] ?? '')) : (units[i % units.length] ?? '')
    given.set(to, [...(given.get(to) ?? []), row])
  }
  return given
}

async function assign(
  call: CallContext,
  tx: Database,
  to: string,
  rows: TableRow[],
  batchNo: unknown,
): Promise<TableRow> {
  const user = signedInUser(call)
  const now = chinaTime()
  const clues = entityNamed(call.entities(), 'illegalResult')
  const limitTime = textArg(call, 'limitTime') || null
  const toUser = textArg(call, 'toUser') || null
  await checkReceiver(tx, [to], toUser ?? '', 'toUser')
  for (const row of rows) {
    const values = { curOrg: to, curUser: toUser, sendOrg: user.orgId, ...(limitTime ? { limitTime } : {}) }
    await applyChange({ call, tx }, { entity: clues, before: row, values })
  }
  const categories = new Set(rows.map(row => row['illegalCategory']))
  const entity = entityNamed(call.entities(), 'suspectedAllocation')
  const org = await tx.selectFrom('org').select('areaCode').where('orgId', '=', to).executeTakeFirst()
  const values: TableRow = {
    batchNo,
    suspectIds: rows.map(row => row[clues.key]).join(),
    illegalCategory: categories.size === 1 ? ([...categories][0] ?? null) : null,
    toOrg: to,
    toUser,
    allocMode: textArg(call, 'allocMode') || '3',
    count: rows.length,
    limitTime,
    allocBy: user.id,
    allocTime: now,
    state: '0',
    customerId: user.customerId,
    areaCode: org?.['areaCode'] ?? user.areaCode,
  }
  return applyChange({ call, tx }, { entity, values })
}

/** Assigns the chosen hits to units: by area, evenly, or to one unit. If one fails, none is assigned. */
const saveBatch: Handler = call =>
  call.db.transaction().execute(async tx => {
    const rows = await suspects(call, tx)
    const made: TableRow[] = []
    // the first one has the number drawn that all of the batch have
    for (const [to, share] of await shares(call, tx, rows))
      made.push(await assign(call, tx, to, share, made[0]?.['batchNo']))
    return {
      batchNo: made[0]?.['batchNo'],
      total: rows.length,
      list: made.map(({ id, toOrg, count }) => ({ id, toOrg, count })),
    }
  })

export const suspectedData: Handlers = { 'suspects.saveBatch': saveBatch }
