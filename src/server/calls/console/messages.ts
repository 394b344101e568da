import { sql, type RawBuilder } from 'kysely'
import type { ListAnswer } from '../../../core/contract/api.ts'
import { chooses } from '../../../core/contract/filter-words.ts'
import { recordAddress, recordPages } from '../../access/record-pages.ts'
import { reachOf } from '../../access/reach.ts'
import { inScope } from '../../access/row-scope.ts'
import { badRequest, notFound, Refusal } from '../../answer/refusal.ts'
import { audit } from '../../call/audit.ts'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../call/context.ts'
import type { ListQuery } from '../../call/list-query.ts'
import { choices } from '../../call/values.ts'
import { amongThese, arrayOf } from '../../db/arrays.ts'
import type { TableRow } from '../../db/database.ts'
import { chinaTime } from '../../db/time.ts'
import { answerList } from '../../records/read/list.ts'
import { every, planList } from '../../records/read/plan-list.ts'
import { shownRecord } from '../../records/read/record.ts'
import { saveRecord } from '../../records/write/save.ts'
import { applyChange } from '../../records/write/change.ts'
import { nowMs } from '../../time/clock.ts'

type Condition = RawBuilder<boolean>

const DAY_MS = 86_400_000
/** Most unread messages that are counted: the header shows no more than two digits. */
const MOST = 100
const [READ, UNREAD] = ['1', '0']
const NONE = sql<boolean>`false`

/** Since when messages may be unread: older ones count as read, so that nobody begins with years of them. */
const since = ({ scoped }: CallContext): string =>
  chinaTime(nowMs() - Number(scoped.app.constants['messageDays'] ?? 90) * DAY_MS)

/** Sent to the user or to everybody of their unit, and not by themselves. */
function received(call: CallContext): Condition {
  const { id, orgId } = signedInUser(call)
  const unit = sql<boolean>`(coalesce("toUser", '') = ''
    and string_to_array("toOrgs", ',') @> ${arrayOf([orgId])}::text[])`
  return sql<boolean>`(("toUser" = ${id} or ${unit}) and coalesce("createBy", '') <> ${id})`
}

/** What the unit gets for one of its people only that person sees; what it has sent, all of the unit. */
function visible(call: CallContext): Condition {
  const { id, orgId } = signedInUser(call)
  return sql<boolean>`(coalesce("toUser", '') in ('', ${id}) or "fromOrg" = ${orgId} or "createBy" = ${id})`
}

const noted = (userId: string): Condition =>
  sql<boolean>`exists (select 1 from sys_message_read as r where r."userId" = ${userId} and r."messageId" = message.id)`

const unread = (call: CallContext): Condition =>
  sql<boolean>`(${received(call)} and "sendTime" >= ${since(call)} and not ${noted(signedInUser(call).id)})`

/** Rows of the list: the reader's own read state takes the place of the stored one. */
function query(call: CallContext): Promise<ListQuery> {
  const { readState, ...args } = call.args
  const [read, fresh] = [READ, UNREAD].map(key => chooses({ kind: 'dict' }, readState, key))
  const held = read ? [sql<boolean>`not coalesce(${unread(call)}, false)`] : fresh ? [unread(call)] : [NONE]
  const wanted = read && fresh ? [] : held
  return planList({ ...call, args }, [visible(call), ...wanted])
}

interface Readers {
  id: string
  mine: string | null
  unread: boolean
  had: number
  all: number
}

/** For each message whether the user has read it, how many have, and how many could. */
async function readersOf(call: CallContext, ids: readonly string[]): Promise<Map<string, Readers>> {
  if (ids.length === 0) return new Map()
  const { id } = signedInUser(call)
  const { rows } = await sql<Readers>`select id, ${unread(call)} as unread,
      (select r."readTime" from sys_message_read as r where r."userId" = ${id} and r."messageId" = message.id) as mine,
      (select count(*) from sys_message_read as r where r."messageId" = message.id
        and r."userId" <> coalesce(message."createBy", '')) as had,
      case when coalesce("toUser", '') <> '' then 1 else (select count(*) from "user" as u where u."delFlag" = 0
        and u.enabled = 1 and u.id <> coalesce(message."createBy", '')
        and u."orgId" = any(string_to_array(message."toOrgs", ','))) end as all
    from message where ${amongThese('id', ids)}`.execute(call.db)
  return new Map(rows.map(row => [row.id, row]))
}

function withReaders(call: CallContext, row: TableRow, readers: Readers | undefined): TableRow {
  const { id, orgId } = signedInUser(call)
  const sent = row['createBy'] === id || row['fromOrg'] === orgId
  const { readTime: _, ...rest } = row
  return {
    ...rest,
    readState: readers?.unread === true ? UNREAD : READ,
    ...(readers?.mine ? { readTime: readers.mine } : {}),
    ...(sent && readers ? { readers: `${Math.min(readers.had, readers.all)} / ${readers.all}` } : {}),
  }
}

async function answer(call: CallContext): Promise<ListAnswer> {
  const found = await answerList(call, await query(call))
  const readers = await readersOf(
    call,
    found.list.map(row => String(row['id'])),
  )
  return { ...found, list: found.list.map(row => withReaders(call, row, readers.get(String(row['id'])))) }
}

async function find(call: CallContext): Promise<TableRow> {
  const entity = entityOfCall(call)
  const where = every([...inScope(entity, call.rows), visible(call), sql<boolean>`id = ${requiredArg(call, 'id')}`])
  const { rows } = await sql<TableRow>`select * from message where ${where}`.execute(call.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/**
 * Notes that the user has read those of these messages that were sent to them; twice is once. The trail names the one
 * that was read: a list of many would not fit into its index.
 */
async function note(call: CallContext, which: Condition): Promise<void> {
  const { id } = signedInUser(call)
  await call.db.transaction().execute(async tx => {
    const { rows } = await sql<{ messageId: string }>`insert into sys_message_read ("userId", "messageId", "readTime")
      select ${id}, message.id, ${chinaTime()}::timestamp(0) from message
      where ${every([...inScope(entityOfCall(call), call.rows), received(call), which])}
      on conflict ("userId", "messageId") do nothing returning "messageId"`.execute(tx)
    const objectId = rows.length === 1 ? (rows[0]?.messageId ?? '') : ''
    await audit(tx, call, { action: call.endpoint.name, entity: 'message', objectId })
  })
}
const noteOne = (call: CallContext, id: string): Promise<void> => note(call, amongThese('id', [id]))

/** A message whole; who reads it has read it. */
const one: Handler = async call => {
  const row = await find(call)
  const id = String(row['id'])
  await noteOne(call, id)
  const readers = await readersOf(call, [id])
  return withReaders(call, await shownRecord(call, entityOfCall(call), row), readers.get(id))
}

/** Address of the record that a message is about, or of the message where its reader has no page for the record. */
const open: Handler = async call => {
  const row = await find(call)
  const id = String(row['id'])
  await noteOne(call, id)
  const pages = recordPages(call.scoped, reachOf(call.scoped, signedInUser(call)))
  const key = String(row['bizId'] ?? '')
  const page = key === '' ? undefined : pages.get(String(row['bizKind'] ?? ''))
  if (page) return { url: recordAddress(page, key) }
  const own = pages.get('message')
  if (!own) throw notFound('您没有查看这条记录的页面')
  return { url: recordAddress(own, id) }
}

const isYes = (value: unknown): boolean => ['1', 'true'].includes(String(value))

const read: Handler = async call => {
  await note(call, isYes(call.args['all']) ? unread(call) : amongThese('id', choices(call.args['id'])))
  return null
}

const count: Handler = async call => {
  const where = every([...inScope(entityOfCall(call), call.rows), unread(call)])
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 from message where ${where} limit ${sql.lit(MOST)}) as counted`.execute(
    call.db,
  )
  return { unread: Number(rows[0]?.n ?? 0) }
}

const NOTICE = '1'

/** A notice of the user's unit to others. */
const send: Handler = call => {
  const { orgId, areaCode } = signedInUser(call)
  // what has been sent is not changed
  const { id: _, ...args } = call.args
  const own = { areaCode, fromOrg: orgId, sendTime: chinaTime(), readState: '0', msgKind: NOTICE }
  // whoever sends one of these is told that it is not theirs to say
  const known = Object.fromEntries(Object.entries(own).filter(([name]) => !(name in args)))
  return saveRecord({ ...call, args }, undefined, undefined, { known })
}

function contentOf(call: CallContext): string {
  const content = requiredArg(call, 'content')
  const { label = '', maxLength = Infinity } = entityOfCall(call).byName.get('content') ?? {}
  if ([...content].length <= maxLength) return content
  const problem = `${label}不能超过${maxLength}个字`
  throw new Refusal(400, problem, { content: problem })
}

/** An answer goes back to where the message came from, also to a unit outside of the user's area. */
const reply: Handler = async call => {
  const row = await find(call)
  const { id, orgId, areaCode } = signedInUser(call)
  const to = String(row['fromOrg'] ?? '')
  if (to === '') throw badRequest('系统消息不能回复')
  const writer = String(row['createBy'] ?? '')
  const values = {
    title: `回复：${String(row['title'] ?? '')}`.slice(0, LONGEST_TITLE),
    content: contentOf(call),
    toOrgs: to,
    toUser: writer === '' || writer === id ? null : writer,
    fromOrg: orgId,
    areaCode,
    msgKind: row['msgKind'],
    bizKind: row['bizKind'],
    bizId: row['bizId'],
    sendTime: chinaTime(),
    needReply: 0,
    readState: '0',
  }
  const entity = entityOfCall(call)
  await call.db.transaction().execute(tx => applyChange({ call, tx }, { entity, values }))
  return null
}
const LONGEST_TITLE = 200

export const messages: Handlers = {
  'message.list': { query, answer },
  'message.one': one,
  'message.open': open,
  'message.read': read,
  'message.unread': count,
  'message.send': send,
  'message.reply': reply,
}
