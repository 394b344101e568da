import { useEffect } from 'react'
import { part, type ConsoleApp } from '../../../app/app.ts'
import { useApp } from '../../../app/useApp.ts'
import { PREFS_GET } from '../../../data/calls/own-calls.ts'
import { send } from '../../../data/http/http.ts'

/** A setting that the server keeps for its user, with a copy in the browser. */
export interface PrefReader {
  key: string
  /** given the server's value; undefined: none is stored */
  take(value: unknown): void
}

/** settings that this console has read from the server, or has saved itself */
const asked = part(() => new Set<string>())

/** Marks a setting as known, and says whether it was; what is saved here the server's older one does not take back. */
export function isAsked(app: ConsoleApp, key: string): boolean {
  const known = asked(app).has(key)
  asked(app).add(key)
  return known
}

/** Reads these settings of a list once, in one request, after its first rows: nothing stands in their way. */
export function useServerPrefs(readers: readonly PrefReader[], ready: boolean): void {
  const app = useApp()
  useEffect(() => {
    if (!ready) return
    const fresh = readers.filter(({ key }) => !isAsked(app, key))
    if (fresh.length === 0) return
    const keys = fresh.map(({ key }) => key).join(',')
    // an older server lacks this call: the list works without it
    void send<{ values?: Record<string, unknown> } | null>(app, PREFS_GET, { keys }, { quiet: true }).then(
      answer => {
        for (const { key, take } of fresh) take(answer?.values?.[key])
      },
      () => fresh.forEach(({ key }) => asked(app).delete(key)),
    )
  }, [app, readers, ready])
}
