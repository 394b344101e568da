import { sql } from 'kysely'
import type { ListAnswer } from '../../../core/contract/api.ts'
import { audit } from '../../call/audit.ts'
import type { Database } from '../../db/database.ts'
import { chinaTime } from '../../db/time.ts'
import { badRequest, notFound } from '../../answer/refusal.ts'
import { noteLogout } from '../../session/login-log.ts'
import { hashToken } from '../../session/secrets/hash.ts'
import { requiredArg, signedInUser, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { nameOf } from './session-names.ts'
import { nowMs } from '../../time/clock.ts'

interface SessionRow {
  tokenHash: string
  createdAt: string
  usedAt: string | null
  ip: string | null
  agent: string | null
  deviceHash: string | null
}

const own = (call: CallContext): string => hashToken(call.token ?? '')

async function rowsOf(call: CallContext): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`select "tokenHash", "createdAt", "usedAt", ip, agent, "deviceHash"
      from sys_session
    where "userId" = ${signedInUser(call).id} and "expiresAt" > ${nowMs()}
      order by coalesce("usedAt", "createdAt") desc, "tokenHash"`.execute(call.db)
  return rows
}

/** The user's sessions: the current one first, then by last use. */
async function list(call: CallContext): Promise<ListAnswer> {
  const rows = await rowsOf(call)
  const shown = rows.map(({ tokenHash, createdAt, usedAt, ip, agent, deviceHash }) => ({
    id: nameOf(tokenHash),
    agent: agent || '未知设备',
    ip,
    beganAt: chinaTime(Number(createdAt)),
    usedAt: chinaTime(Number(usedAt ?? createdAt)),
    current: tokenHash === own(call) ? 1 : 0,
    bound: deviceHash === null ? 0 : 1,
  }))
  return { totalRecord: shown.length, list: shown.sort((a, b) => b.current - a.current) }
}

async function end(tx: Database, call: CallContext, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sys_session').where('tokenHash', '=', tokenHash).execute()
  await noteLogout(tx, tokenHash)
  await audit(tx, call, { action: call.endpoint.name, entity: 'session', objectId: nameOf(tokenHash) })
}

const endOne: Handler = async call => {
  const id = requiredArg(call, 'id')
  const found = (await rowsOf(call)).find(({ tokenHash }) => nameOf(tokenHash) === id)
  if (!found) throw notFound('该登录已经结束')
  if (found.tokenHash === own(call)) throw badRequest('这是您正在使用的登录，要结束请用“退出登录”')
  await call.db.transaction().execute(tx => end(tx, call, found.tokenHash))
  return null
}

const endOthers: Handler = async call => {
  const others = (await rowsOf(call)).filter(({ tokenHash }) => tokenHash !== own(call))
  await call.db.transaction().execute(async tx => {
    for (const { tokenHash } of others) await end(tx, call, tokenHash)
  })
  return others.length
}

export const sessions: Handlers = {
  'session.list': list,
  'session.end': endOne,
  'session.endOthers': endOthers,
}
