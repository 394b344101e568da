import type { AccountView } from '../../core/contract/configuration.ts'
import { currentConfig } from '../data/config/config.ts'

/** The route of the page with which users look after their own account; undefined where they have none. */
export function accountPage(view: AccountView): string | undefined {
  return Object.entries(currentConfig().manifest.pages).find(([, entry]) => entry.view === view)?.[0]
}

/** What a user has to do before anything else. */
export interface Duty {
  view: AccountView
  /** the one page that is open meanwhile; undefined where the configuration has none */
  route: string | undefined
}

/** A one-time password has to be changed, and a second factor that is required has to be set up. */
export function dutyOf(): Duty | undefined {
  const user = currentConfig().boot?.user
  if (user?.mustChangePassword) return { view: 'password', route: accountPage('password') }
  return user?.mustEnrol ? { view: 'security', route: accountPage('security') } : undefined
}
