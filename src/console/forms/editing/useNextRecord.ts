import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { FormPage } from '../../../core/contract/configuration.ts'
import { useApp } from '../../app/useApp.ts'
import { useGo } from '../../navigation/navigation.ts'
import { neighbourKey, sequenceOf } from '../../navigation/recordSequence.ts'
import { recordUrl } from '../../navigation/routes.ts'
import { tabs } from '../../navigation/tabs.ts'

/**
 * After a save of a form with `next`: opens it for the next record of the list that the record was opened from. Without
 * such a list, or behind its last record, `leave` is called.
 */
export function useNextRecord(page: FormPage, search: string, key: string | undefined): (leave: () => void) => void {
  const app = useApp()
  const { to } = useGo()
  const { state } = useLocation() as { state: { sequence?: string } | null }
  // taken on arrival: a list that is drawn anew has no longer what was saved
  const [sequence] = useState(() =>
    page.next && key !== undefined ? sequenceOf(app, page.route, key, state?.sequence) : undefined,
  )
  return leave => {
    if (!sequence || key === undefined) return leave()
    const open = (next: string | undefined) => {
      if (next === undefined) return leave()
      // the next record replaces this one's tab
      tabs(app).close([page.route + search])
      to(recordUrl(page.route, page.entity.key, next), { replace: true, state: { sequence: sequence.id } })
    }
    neighbourKey(app, sequence, key, 1).then(open, leave)
  }
}
