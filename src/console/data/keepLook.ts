import type { ConsoleApp } from '../app/app.ts'
import { send } from './http/http.ts'
import { PREFS_GET, PREFS_SET } from './calls/own-calls.ts'
import { hasOwnLook, lookFrom, setLook } from '../theme/look.ts'
import type { Look } from '../theme/tokens.ts'

const KEY = 'shell'

/** Shown at once; the server hears of it so that the user's next browser looks the same. */
export function keepLook(app: ConsoleApp, look: Look): void {
  setLook(app, look)
  send(app, PREFS_SET, { key: KEY, value: look }, { quiet: true }).catch(() => undefined)
}

/** In a browser that knows nothing yet, the look that the user chose in another one. */
export async function takeOverLook(app: ConsoleApp): Promise<void> {
  if (hasOwnLook()) return
  const kept = await send<{ value?: unknown } | null>(app, PREFS_GET, { key: KEY }, { quiet: true }).catch(
    () => undefined,
  )
  if (kept?.value && !hasOwnLook()) setLook(app, lookFrom(kept.value))
  else if (kept === null && !hasOwnLook()) setLook(app, lookFrom(undefined))
}
