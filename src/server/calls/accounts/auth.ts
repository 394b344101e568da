import { CODE_NEEDED } from '../../../core/contract/api.ts'
import { audit } from '../../call/audit.ts'
import { headerOf, namesClient } from '../../session/client.ts'
import { badRequest, Refusal, unauthorised } from '../../answer/refusal.ts'
import { isKnown } from '../../session/devices.ts'
import { actsFor } from '../../db/written.ts'
import { hashToken, logIn, logOut, type Login, type SignedInWith, type SignInAttempt } from '../../session/login.ts'
import { deviceOf, noteLogin, noteLogout } from '../../session/login-log.ts'
import { admitted } from '../../session/throttle/throttle.ts'
import { userInfo } from '../../session/userinfo.ts'
import { requiredArg, secretArg, signedInUser, textArg, type CallContext, type Handlers } from '../../call/context.ts'
import { factorTools } from './factor-tools.ts'
import { resetsOf } from './resets.ts'
import { nameOf } from './session-names.ts'

function checkClient(call: CallContext): void {
  if (!namesClient(call.headers, call.scoped.app.api)) throw unauthorised('客户端标识不正确')
}

async function attemptOf(call: CallContext): Promise<SignInAttempt> {
  const [username, password] = [requiredArg(call, 'username'), secretArg(call, 'password')]
  if (password === '') throw badRequest('缺少参数：password')
  const { device, ip } = call
  return {
    username,
    password,
    ip,
    device,
    code: textArg(call, 'code'),
    agent: deviceOf(headerOf(call.headers, 'user-agent')),
    isKnown: device !== undefined && (await isKnown(call.db, device, username)),
    bound: ['1', 'true'].includes(textArg(call, 'bound')),
  }
}

/** Name and password were right, and only the code of the second factor is missing. */
const isHalfway = (error: Refusal): boolean =>
  error.errors === undefined && (error.data as { reason?: string } | undefined)?.reason === CODE_NEEDED

const login = async (call: CallContext): Promise<Login & { notices?: string[] }> => {
  checkClient(call)
  const attempt = await attemptOf(call)
  const { username, ip, agent, device, isKnown: known } = attempt
  const tools = factorTools(call)
  const judge = await admitted(
    call.db,
    { name: username, ip, device: known && device ? hashToken(device) : undefined },
    tools.limits,
    tools.now,
  )
  const told: string[] = []
  const noted: SignedInWith = async (tx, user, token) => {
    actsFor(user.id)
    told.push(...(await resetsOf(tx, user.id)))
    await noteLogin(tx, { username, ip, device: agent }, { token })
    await audit(tx, { user, ip }, { action: 'auth.login', entity: 'session', objectId: nameOf(hashToken(token)) })
  }
  const begun = await judge(() => logIn(tools, attempt, noted), isHalfway).catch(async (error: unknown) => {
    if (error instanceof Refusal && !isHalfway(error))
      await noteLogin(call.db, { username, ip, device: agent }, { failReason: error.message })
    throw error
  })
  if (begun.device !== undefined) call.keepDevice?.(begun.device)
  return { ...begun.login, ...(told.length > 0 ? { notices: told } : {}) }
}

const logout = async (call: CallContext): Promise<null> => {
  const token = textArg(call, 'access_token') || call.token
  call.forget?.()
  if (token)
    await call.db.transaction().execute(async tx => {
      await logOut(tx, token)
      await noteLogout(tx, hashToken(token))
      await audit(tx, call, { action: 'auth.logout', entity: 'session', objectId: nameOf(hashToken(token)) })
    })
  return null
}

export const auth: Handlers = {
  'auth.login': login,
  'auth.logout': logout,
  'auth.userinfo': call => userInfo(call.configuration(), call.regions, signedInUser(call)),
}
