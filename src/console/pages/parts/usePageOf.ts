import { useEffect, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Page } from '../../../core/contract/configuration.ts'
import { pageOf } from '../../data/config/config.ts'
import { loadExpressions } from '../../data/config/expressions.ts'

const isOf = <K extends Page['kind']>(page: Page | undefined, kind: K): page is Extract<Page, { kind: K }> =>
  page?.kind === kind

/** Loads another page to show within this one; or the reason why it is not available. */
export function usePageOf<K extends Page['kind']>(route: string, kind: K) {
  const app = useApp()
  const [state, setState] = useState<{ page?: Extract<Page, { kind: K }>; error?: Error }>({})
  const [round, setRound] = useState(0)
  useEffect(() => {
    let live = true
    const read = async () => {
      const page = await pageOf(app, route)
      if (!isOf(page, kind)) throw new Error(route)
      await loadExpressions(page)
      return page
    }
    read().then(
      page => {
        if (live) setState({ page })
      },
      (error: Error) => {
        if (live) setState({ error })
      },
    )
    return () => {
      live = false
    }
  }, [app, route, kind, round])
  return { ...state, retry: () => setRound(round + 1) }
}
