import type { ConsoleApp } from '../app/app.ts'
import type { AccountView } from '../../core/contract/configuration.ts'
import { currentConfig } from '../data/config/config.ts'

/** The route of the page with which users look after their own account; undefined where they have none. */
export function accountPage(app: ConsoleApp, view: AccountView): string | undefined {
  return Object.entries(currentConfig(app).manifest.pages).find(([, entry]) => entry.view === view)?.[0]
}

/** What a user has to do before anything else. */
export interface Duty {
  view: AccountView
  /** the one page that is open meanwhile; undefined where the configuration has none */
  route: string | undefined
}

/** A one-time password has to be changed, and a second factor that is required has to be set up. */
export function dutyOf(app: ConsoleApp): Duty | undefined {
  const user = currentConfig(app).boot?.user
  if (user?.mustChangePassword) return { view: 'password', route: accountPage(app, 'password') }
  return user?.mustEnrol ? { view: 'security', route: accountPage(app, 'security') } : undefined
}
