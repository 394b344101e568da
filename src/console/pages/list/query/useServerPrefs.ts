import { useEffect } from 'react'
import { useApp } from '../../../app/useApp.ts'
import { PREFS_GET } from '../../../data/calls/own-calls.ts'
import { send } from '../../../data/http/http.ts'
import { beginReading, endReading, failReading, type PrefReader } from './serverPrefs.ts'

/** Reads these settings of a list once, in one request, after its first rows: nothing stands in their way. */
export function useServerPrefs(readers: readonly PrefReader[], ready: boolean): void {
  const app = useApp()
  useEffect(() => {
    if (!ready) return
    const unread = beginReading(app, readers)
    if (unread.length === 0) return
    const keys = unread.map(({ key }) => key).join(',')
    // an older server lacks this call: the list works without it
    void send<{ values?: Record<string, unknown> } | null>(app, PREFS_GET, { keys }, { quiet: true }).then(
      answer => {
        for (const reader of unread) endReading(app, reader, answer?.values?.[reader.key])
      },
      () => unread.forEach(reader => failReading(app, reader)),
    )
  }, [app, readers, ready])
}
