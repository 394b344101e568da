import type { ConsoleApp } from '../app/app.ts'
import { send } from './http/http.ts'
import { PREFS_GET, PREFS_SET } from './calls/own-calls.ts'
import { hasOwnLook, lookFrom, setLook } from '../theme/look.ts'
import type { Look } from '../theme/tokens.ts'

const KEY = 'shell'

/** Applies the look at once and stores it on the server, for the user's other browsers. */
export function keepLook(app: ConsoleApp, look: Look): void {
  setLook(app, look)
  send(app, PREFS_SET, { key: KEY, value: look }, { quiet: true }).catch(() => undefined)
}

/** Takes the look over from the server, if none is stored in this browser. */
export async function takeOverLook(app: ConsoleApp): Promise<void> {
  if (hasOwnLook()) return
  const kept = await send<{ value?: unknown } | null>(app, PREFS_GET, { key: KEY }, { quiet: true }).catch(
    () => undefined,
  )
  if (kept?.value && !hasOwnLook()) setLook(app, lookFrom(kept.value))
  else if (kept === null && !hasOwnLook()) setLook(app, lookFrom(undefined))
}
