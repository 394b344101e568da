import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useApp } from '../../app/useApp.ts'
import type { DetailPage } from '../../../core/contract/configuration.ts'
import { tabs } from '../../navigation/tabs.ts'
import { recordKey } from '../parts/recordArgs.ts'
import { isShortcut } from '../../navigation/shortcuts.ts'
import { useGo } from '../../navigation/navigation.ts'
import { recordUrl } from '../../navigation/routes.ts'
import { positionIn, neighbourKey, sequenceOf } from '../../navigation/recordSequence.ts'

export interface RecordPosition {
  place: number
  total: number
  busy: boolean
  go: (by: 1 | -1) => void
}

/** Previous and next record of the list that the record was opened from; undefined without one. */
export function useRecordNavigation(page: DetailPage, search: string): RecordPosition | undefined {
  const app = useApp()
  const { state } = useLocation() as { state: { sequence?: string } | null }
  const key = recordKey(page.entity.key, search) ?? ''
  // taken on arrival, because lists within this page would otherwise replace it
  const [sequence] = useState(() => sequenceOf(app, page.route, key, state?.sequence))
  const [busy, setBusy] = useState(false)
  const { to } = useGo()
  const go = (by: 1 | -1) => {
    if (!sequence || busy) return
    setBusy(true)
    const open = (next: string | undefined) => {
      if (next === undefined) return
      // the next record replaces this one's tab
      tabs(app).close([page.route + search])
      to(recordUrl(page.route, page.entity.key, next), { replace: true, state: { sequence: sequence.id } })
    }
    neighbourKey(app, sequence, key, by)
      .then(open, () => undefined)
      .finally(() => setBusy(false))
  }
  useKeys(sequence ? go : undefined)
  if (!sequence) return undefined
  return { place: positionIn(sequence, key), total: sequence.total, busy, go }
}

/** Alt+↑ and Alt+↓; Alt+← and Alt+→ belong to the browser. */
function useKeys(go: ((by: 1 | -1) => void) | undefined): void {
  useEffect(() => {
    if (!go) return
    const listen = (event: KeyboardEvent) => {
      const by = isShortcut(event, 'previousRecord') ? -1 : isShortcut(event, 'nextRecord') ? 1 : undefined
      if (by === undefined) return
      event.preventDefault()
      go(by)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}
