import { part, type ConsoleApp } from '../../app/app.ts'
import { CODE_NEEDED } from '../../../core/contract/api.ts'
import type { Credentials } from '../../../core/contract/configuration.ts'
import { AUTH_LOGIN, AUTH_LOGOUT } from '../calls/session-calls.ts'
import { CallError } from '../http/errors.ts'
import { send } from '../http/http.ts'
import { ask } from '../../feedback/notice.ts'
import { t } from '../../i18n/t.ts'
import { provideRelogin } from '../session/relogin.ts'
import {
  askToSignInAgain,
  clearSession,
  keepToken,
  restartAtLogin,
  token,
  type SignInAgain,
} from '../session/session.ts'

const memory = part(() => ({ credentials: 'query' as Credentials }))

/** A backend that does not say otherwise gets name and password in the query, as the specification has it. */
export function credentialsTravel(app: ConsoleApp, by: Credentials | undefined): void {
  memory(app).credentials = by ?? 'query'
}

export interface Credential {
  username: string
  password: string
  code?: string
}

/**
 * Signs in. Our own server (credentials in the body) binds the session to this browser's cookie, so that a stolen token
 * is useless elsewhere.
 */
export async function login(app: ConsoleApp, { username, password, code }: Credential): Promise<void> {
  const { credentials } = memory(app)
  const own = credentials === 'body' ? { bound: 1 } : {}
  const args = { username, password, ...(code ? { code } : {}), ...own }
  const data = await send<{ access_token: string; notices?: string[] }>(app, { ...AUTH_LOGIN, in: credentials }, args, {
    quiet: true,
    tokenCall: true,
  })
  keepToken(data.access_token)
  // not passed over: who has asked for no reset has somebody else in their account
  if (data.notices?.length)
    await ask(app, { title: t('您的登录方式被重置过'), text: data.notices.join('\n'), ok: t('知道了'), only: true })
}

/** Name and password are right, and a code of the second factor is missing or wrong. */
export const needsCode = (cause: unknown): boolean =>
  cause instanceof CallError && (cause.data as { reason?: string } | undefined)?.reason === CODE_NEEDED

/** Ends the session locally even if the server cannot be reached. `again`: who is to sign in again, and why. */
export async function logout(app: ConsoleApp, again?: SignInAgain): Promise<void> {
  provideRelogin(app, undefined)
  await send(app, AUTH_LOGOUT, { access_token: token() }, { quiet: true }).catch(() => undefined)
  clearSession()
  if (again) askToSignInAgain(again)
  restartAtLogin()
}
