import { audit } from '../../audit.ts'
import { Refusal, unauthorised } from '../../http/refusal.ts'
import { hashToken, logIn, logOut, type Login } from '../../session/login.ts'
import { deviceOf, noteLogin, noteLogout } from '../../session/login-log.ts'
import { throttled } from '../../session/throttle.ts'
import { userInfo } from '../../session/userinfo.ts'
import { requiredArg, signedInUser, textArg, type CallContext, type Handler } from '../context.ts'

/** Proxies often drop headers with an underscore, so both spellings are read. */
const header = (call: CallContext, name: string): string => String(call.headers[name] ?? call.headers[name.replace('_', '-')] ?? '')

function checkClient(call: CallContext): void {
  const { clientId, clientSecret } = call.scoped.manifest.app.api
  if (header(call, 'client_id') !== clientId || header(call, 'client_secret') !== clientSecret) throw unauthorised('客户端标识不正确')
}

const login = async (call: CallContext): Promise<Login> => {
  checkClient(call)
  const [username, password] = [requiredArg(call, 'username'), requiredArg(call, 'password')]
  const attempt = { username, ip: call.ip, device: deviceOf(header(call, 'user-agent')) }
  const judging = await throttled(call.db, call.ip, Date.now())
  const { login: answer, user } = await logIn(call.db, username, password, call.ip).catch(async (error: unknown) => {
    if (error instanceof Refusal) await noteLogin(call.db, attempt, { failReason: error.message })
    throw error
  })
  await judging.well()
  await noteLogin(call.db, attempt, { token: answer.access_token })
  await audit(call.db, { user, ip: call.ip }, { action: 'auth.login', entity: 'session', objectId: hashToken(answer.access_token).slice(0, 12) })
  return answer
}

const logout = async (call: CallContext): Promise<null> => {
  const token = textArg(call, 'access_token') || call.token
  if (token) {
    await logOut(call.db, token)
    await noteLogout(call.db, token)
  }
  return null
}

export const auth: Record<string, Handler> = {
  'auth.login': login,
  'auth.logout': logout,
  'auth.userinfo': call => userInfo(call.configuration(), call.regions, signedInUser(call)),
}
