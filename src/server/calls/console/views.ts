import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { reachOf } from '../../access/reach.ts'
import { audit } from '../../call/audit.ts'
import type { Database, TableRow } from '../../db/database.ts'
import { chinaTime } from '../../db/time.ts'
import { badRequest, forbidden, notFound } from '../../answer/refusal.ts'
import {
  requiredArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../call/context.ts'
import { withNamesOf } from './former.ts'
import { boundedText, jsonArg, parsed } from './json-args.ts'

const MAX_KB = 16
const MOST = 50
const NAME = 40

/** A list's filters, sort and columns stored under a name, for the user alone or the whole unit. */
interface ViewRow {
  id: string
  name: string
  query: string
  shared: number
  userId: string
  owner: string | null
}

function routeOf(call: CallContext): string {
  const route = requiredArg(call, 'route').replace(/^\/+/, '')
  if (!reachOf(call.scoped, signedInUser(call)).pages.has(route)) throw forbidden()
  return route
}

const list: Handler = async call => {
  const user = signedInUser(call)
  const route = routeOf(call)
  const { rows } = await sql<ViewRow>`select v.id, v.name, v.query, v.shared, v."userId", u."nickName" as owner
    from sys_view v join "user" u on u.id = v."userId" and u."delFlag" = 0
    where v.route = ${route} and (v."userId" = ${user.id} or (v.shared = 1 and ${user.orgId} <> ''
    and u."orgId" = ${user.orgId} and coalesce(u."customerId", '') = ${user.customerId}))
    order by v."userId" <> ${user.id}, v.name collate "C", v.id`.execute(call.db)
  return rows.map(({ userId, query, shared, ...row }) => ({
    ...row,
    owner: row.owner ?? '',
    query: withNamesOf(call, route, parsed(query)),
    shared: shared === 1,
    mine: userId === user.id,
  }))
}

async function checkName(call: CallContext, userId: string, route: string, id: string, name: string): Promise<void> {
  const others = await call.db
    .selectFrom('sys_view')
    .select(['id', 'name'])
    .where('userId', '=', userId)
    .where('route', '=', route)
    .where('id', '<>', id)
    .execute()
  if (others.some(other => other['name'] === name)) throw badRequest(`已有同名的视图“${name}”`)
  if (others.length >= MOST) throw badRequest(`每个列表最多保存 ${MOST} 个视图`)
}

const save: Handler = async call => {
  const { id: userId } = signedInUser(call)
  const id = textArg(call, 'id')
  const route = routeOf(call)
  const name = boundedText(call, 'name', '视图名称', NAME)
  const query = jsonArg(call, 'query', MAX_KB)
  if (query === undefined) throw badRequest('缺少参数：query')
  await checkName(call, userId, route, id, name)
  const values = {
    route,
    name,
    query,
    shared: call.args['shared'] === true || call.args['shared'] === 1 ? 1 : 0,
    updateTime: chinaTime(),
  }
  return call.db.transaction().execute(async tx => {
    const before = id === '' ? undefined : await ownView(tx, userId, id)
    const key = id === '' ? randomUUID() : id
    if (before) await tx.updateTable('sys_view').set(values).where('id', '=', id).execute()
    else
      await tx
        .insertInto('sys_view')
        .values({ id: key, userId, ...values, createTime: values.updateTime })
        .execute()
    await audit(tx, call, { action: call.endpoint.name, entity: 'view', objectId: key, before, after: values })
    return { id: key }
  })
}

async function ownView(tx: Database, userId: string, id: string): Promise<TableRow> {
  const row = await tx
    .selectFrom('sys_view')
    .select(['route', 'name', 'query', 'shared', 'updateTime'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('视图不存在，或不是您建立的')
  return row
}

const remove: Handler = async call => {
  const id = requiredArg(call, 'id')
  return call.db.transaction().execute(async tx => {
    const before = await ownView(tx, signedInUser(call).id, id)
    await tx.deleteFrom('sys_view').where('id', '=', id).execute()
    await audit(tx, call, { action: call.endpoint.name, entity: 'view', objectId: id, before })
    return null
  })
}

export const views: Handlers = { 'views.list': list, 'views.save': save, 'views.delete': remove }
