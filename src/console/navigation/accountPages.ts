import type { ConsoleApp } from '../app/app.ts'
import type { AccountView } from '../../core/contract/configuration.ts'
import { currentConfig } from '../data/config/config.ts'

/** Route of an account page; undefined if the configuration has none. */
export function accountPage(app: ConsoleApp, view: AccountView): string | undefined {
  return Object.entries(currentConfig(app).manifest.pages).find(([, entry]) => entry.view === view)?.[0]
}

/** Something that the user must do before anything else. */
export interface Duty {
  view: AccountView
  /** the page for it; undefined if the configuration has none */
  route: string | undefined
}

/** Change a one-time password, or set up a required second factor. */
export function dutyOf(app: ConsoleApp): Duty | undefined {
  const user = currentConfig(app).boot?.user
  if (user?.mustChangePassword) return { view: 'password', route: accountPage(app, 'password') }
  return user?.mustEnrol ? { view: 'security', route: accountPage(app, 'security') } : undefined
}
