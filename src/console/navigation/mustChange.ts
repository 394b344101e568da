import { currentConfig } from '../data/config/config.ts'

export const PASSWORD_PAGE = 'caseClues/xsPaiFa'
export const SECURITY_PAGE = 'caseClues/security'
export const SESSIONS_PAGE = 'caseClues/sessions'

/**
 * The one page that is open to whoever signed in with a one-time password, or lacks a second factor that is required.
 */
export function confinedTo(): string | undefined {
  const user = currentConfig().boot?.user
  if (user?.mustChangePassword) return PASSWORD_PAGE
  return user?.mustEnrol ? SECURITY_PAGE : undefined
}
