import { useEffect, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import { RECORD_FIND } from '../../data/calls/own-calls.ts'
import { currentConfig } from '../../data/config/config.ts'
import { send } from '../../data/http/http.ts'
import { t } from '../../i18n/t.ts'
import type { Target } from '../../menu/find.ts'

interface Found {
  label: string
  title: string
  note?: string
  url: string
}
const PAUSE = 250
const SHORTEST = 2
const NONE: Target[] = []

/** Records by number, name or code, asked for when the user pauses; an existing backend has no such call. */
export function useRecords(query: string): { records: Target[]; busy: boolean } {
  const app = useApp()
  const text = query.trim()
  const wanted = text.length >= SHORTEST && currentConfig(app).boot?.own === true
  const [answer, setAnswer] = useState<{ text: string; records: Target[] }>({ text: '', records: NONE })
  useEffect(() => {
    if (!wanted) return
    let late = false
    const timer = setTimeout(() => {
      send<Found[]>(app, RECORD_FIND, { text }, { quiet: true }).then(
        found => {
          if (!late) setAnswer({ text, records: found.map(targetOf) })
        },
        () => {
          if (!late) setAnswer({ text, records: NONE })
        },
      )
    }, PAUSE)
    return () => {
      late = true
      clearTimeout(timer)
    }
  }, [app, text, wanted])
  if (!wanted) return { records: NONE, busy: false }
  // what was found for the text before stays until the next answer
  return { records: answer.records, busy: answer.text !== text }
}

const targetOf = ({ label, title, note, url }: Found): Target => ({
  title,
  within: t(label),
  url,
  external: false,
  record: true,
  ...(note && note !== title ? { note } : {}),
})
