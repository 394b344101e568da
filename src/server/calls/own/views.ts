import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { reachOf } from '../../access/reach.ts'
import { audit } from '../../audit.ts'
import { chinaTime } from '../../db/time.ts'
import { badRequest, forbidden, notFound } from '../../http/refusal.ts'
import { requiredArg, signedInUser, textArg, type CallContext, type Handler } from '../context.ts'
import { boundedText, jsonArg, parsed } from './json-args.ts'

const MAX_KB = 16
const MOST = 50
const NAME = 40

/** A list's filters, sort and columns under a name, for oneself or for the whole unit. */
interface ViewRow { id: string; name: string; query: string; shared: number; userId: string; owner: string | null }

function routeOf(call: CallContext): string {
  const route = requiredArg(call, 'route').replace(/^\/+/, '')
  if (!reachOf(call.scoped, signedInUser(call)).pages.has(route)) throw forbidden()
  return route
}

const list: Handler = async (call) => {
  const user = signedInUser(call)
  const { rows } = await sql<ViewRow>`select v.id, v.name, v.query, v.shared, v."userId", u."nickName" as owner
    from sys_view v join "user" u on u.id = v."userId" and u."delFlag" = 0
    where v.route = ${routeOf(call)} and (v."userId" = ${user.id} or (v.shared = 1 and ${user.orgId} <> '' and u."orgId" = ${user.orgId} and coalesce(u."customerId", '') = ${user.customerId}))
    order by v."userId" <> ${user.id}, v.name collate "C", v.id`.execute(call.db)
  return rows.map(({ userId, query, shared, ...row }) => ({ ...row, owner: row.owner ?? '', query: parsed(query), shared: shared === 1, mine: userId === user.id }))
}

async function checkName(call: CallContext, userId: string, route: string, id: string, name: string): Promise<void> {
  const others = await call.db.selectFrom('sys_view').select(['id', 'name']).where('userId', '=', userId).where('route', '=', route).where('id', '<>', id).execute()
  if (others.some(other => other['name'] === name)) throw badRequest(`已有同名的视图“${name}”`)
  if (others.length >= MOST) throw badRequest(`每个列表最多保存 ${MOST} 个视图`)
}

const save: Handler = async (call) => {
  const { id: userId } = signedInUser(call)
  const id = textArg(call, 'id')
  const route = routeOf(call)
  const name = boundedText(call, 'name', '视图名称', NAME)
  const query = jsonArg(call, 'query', MAX_KB)
  if (query === undefined) throw badRequest('缺少参数：query')
  await checkName(call, userId, route, id, name)
  const values = { route, name, query, shared: call.args['shared'] === true || call.args['shared'] === 1 ? 1 : 0, updateTime: chinaTime() }
  if (id === '') {
    const made = randomUUID()
    await call.db.insertInto('sys_view').values({ id: made, userId, ...values, createTime: values.updateTime }).execute()
    return { id: made }
  }
  const changed = await call.db.updateTable('sys_view').set(values).where('id', '=', id).where('userId', '=', userId).returning('id').execute()
  if (changed.length === 0) throw notFound('视图不存在，或不是您建立的')
  return { id }
}

const remove: Handler = async (call) => {
  const id = requiredArg(call, 'id')
  const gone = await call.db.deleteFrom('sys_view').where('id', '=', id).where('userId', '=', signedInUser(call).id).returning(['name', 'shared']).execute()
  if (!gone[0]) throw notFound('视图不存在，或不是您建立的')
  if (gone[0]['shared'] === 1) await audit(call.db, call, { action: call.endpoint.name, entity: 'view', objectId: id, before: gone[0] })
  return null
}

export const views: Record<string, Handler> = { 'views.list': list, 'views.save': save, 'views.delete': remove }
