import type { Credentials } from '../../core/contract/configuration.ts'
import { LOGIN, LOGOUT } from './calls.ts'
import { send } from './http.ts'
import { provideRelogin } from './relogin.ts'
import { clearSession, keepToken, restartAtLogin, token } from './session.ts'

let credentials: Credentials = 'query'

/** A backend that says nothing takes name and password where the specification has them. */
export function credentialsTravel(by: Credentials | undefined): void {
  credentials = by ?? 'query'
}

export async function login(username: string, password: string): Promise<void> {
  const data = await send<{ access_token: string }>({ ...LOGIN, args: credentials }, { username, password }, { quiet: true, tokenCall: true })
  keepToken(data.access_token)
}

/** The session ends here even where the server cannot be told. */
export async function logout(): Promise<void> {
  provideRelogin(undefined)
  await send(LOGOUT, { access_token: token() }, { quiet: true }).catch(() => undefined)
  clearSession()
  restartAtLogin()
}
