import { audit } from '../../audit.ts'
import { headerOf, namesClient } from '../../http/client.ts'
import { Refusal, unauthorised } from '../../http/refusal.ts'
import { hashToken, logIn, logOut, type Login, type SignedInWith } from '../../session/login.ts'
import { deviceOf, noteLogin, noteLogout } from '../../session/login-log.ts'
import { throttled } from '../../session/throttle.ts'
import { userInfo } from '../../session/userinfo.ts'
import { requiredArg, signedInUser, textArg, type CallContext, type Handler } from '../context.ts'

/** What a session is called in the trail: nobody signs in with a part of a hash. */
const nameOf = (token: string): string => hashToken(token).slice(0, 12)

function checkClient(call: CallContext): void {
  if (!namesClient(call.headers, call.scoped.manifest.app.api)) throw unauthorised('客户端标识不正确')
}

const login = async (call: CallContext): Promise<Login> => {
  checkClient(call)
  const [username, password] = [requiredArg(call, 'username'), requiredArg(call, 'password')]
  const attempt = { username, ip: call.ip, device: deviceOf(headerOf(call.headers, 'user-agent')) }
  const judging = await throttled(call.db, call.ip, Date.now())
  const noted: SignedInWith = async (tx, user, token) => {
    await noteLogin(tx, attempt, { token })
    await audit(tx, { user, ip: call.ip }, { action: 'auth.login', entity: 'session', objectId: nameOf(token) })
  }
  const answer = await logIn(call.db, username, password, call.ip, noted).catch(async (error: unknown) => {
    if (error instanceof Refusal) await noteLogin(call.db, attempt, { failReason: error.message })
    throw error
  })
  await judging.well()
  return answer
}

const logout = async (call: CallContext): Promise<null> => {
  const token = textArg(call, 'access_token') || call.token
  if (token) await call.db.transaction().execute(async (tx) => {
    await logOut(tx, token)
    await noteLogout(tx, token)
    await audit(tx, call, { action: 'auth.logout', entity: 'session', objectId: nameOf(token) })
  })
  return null
}

export const auth: Record<string, Handler> = {
  'auth.login': login,
  'auth.logout': logout,
  'auth.userinfo': call => userInfo(call.configuration(), call.regions, signedInUser(call)),
}
