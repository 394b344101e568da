import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { DetailPage } from '../../../core/contract/configuration.ts'
import { closeTabs } from '../../navigation/tabs.ts'
import { recordKey } from '../parts/recordArgs.ts'
import { useGo } from '../../navigation/navigation.ts'
import { recordUrl } from '../../navigation/routes.ts'
import { placeIn, stepFrom, walkOf } from '../../navigation/walk.ts'

export interface RecordWalk {
  place: number
  total: number
  busy: boolean
  go: (by: 1 | -1) => void
}

/** Previous and next of the list that one came from; nothing where one came from elsewhere. */
export function useWalk(page: DetailPage, search: string): RecordWalk | undefined {
  const { state } = useLocation() as { state: { walk?: string } | null }
  const key = recordKey(page.entity.key, search) ?? ''
  // the list as it was on arrival: lists within this page must not take its place
  const [walk] = useState(() => walkOf(page.route, key, state?.walk))
  const [busy, setBusy] = useState(false)
  const { to } = useGo()
  const go = (by: 1 | -1) => {
    if (!walk || busy) return
    setBusy(true)
    const open = (next: string | undefined) => {
      if (next === undefined) return
      // the next record takes the place of this one
      closeTabs([page.route + search])
      to(recordUrl(page.route, page.entity.key, next), { replace: true, state: { walk: walk.id } })
    }
    stepFrom(walk, key, by)
      .then(open, () => undefined)
      .finally(() => setBusy(false))
  }
  useKeys(walk ? go : undefined)
  if (!walk) return undefined
  return { place: placeIn(walk, key), total: walk.total, busy, go }
}

/** Alt with an arrow up or down; left and right are the browser's. */
function useKeys(go: ((by: 1 | -1) => void) | undefined): void {
  useEffect(() => {
    if (!go) return
    const listen = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      go(event.key === 'ArrowUp' ? -1 : 1)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}
