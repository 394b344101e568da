import { send } from './http/http.ts'
import { PREFS_GET, PREFS_SET } from './calls/own-calls.ts'
import { hasOwnLook, lookFrom, setLook } from '../theme/look.ts'
import type { Look } from '../theme/tokens.ts'

const KEY = 'shell'

/** Shown at once; the server hears of it so that the user's next browser looks the same. */
export function keepLook(look: Look): void {
  setLook(look)
  send(PREFS_SET, { key: KEY, value: look }, { quiet: true }).catch(() => undefined)
}

/** In a browser that knows nothing yet, the look that the user chose in another one. */
export async function takeOverLook(): Promise<void> {
  if (hasOwnLook()) return
  const kept = await send<{ value?: unknown } | null>(PREFS_GET, { key: KEY }, { quiet: true }).catch(() => undefined)
  if (kept?.value && !hasOwnLook()) setLook(lookFrom(kept.value))
  else if (kept === null && !hasOwnLook()) setLook(lookFrom(undefined))
}
