import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useApp } from '../../../app/useApp.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import { sendEarly } from '../../../data/http/early.ts'
import { HOLD_MS, useKeepAnswer } from '../../../data/http/query.ts'
import { readAddressesAgain } from './remembered.ts'
import { listArgs, writeState, type ListState, type Way } from './state.ts'

/** A list within a record's page: its state is not in the URL, and it has fixed filters. */
export interface Within {
  id: string
  fixed: Record<string, unknown>
  move(search: string): void
}

interface Moves {
  /** where the list is going while it still stands where it was, else `state` */
  heading(state: ListState): ListState
  /** asks for what `to` shows, and goes there with it, or without it if it is late */
  move(to: ListState): void
}

/**
 * Moves of a list whose rows mostly come so soon that to show them as old in between would be a second drawing for
 * nothing. A later move takes the place of one that waits, and so does leaving the page.
 */
export function useMoves(page: ListPage, way: Way, within: Within | undefined): Moves {
  const app = useApp()
  const keep = useKeepAnswer()
  const navigate = useNavigate()
  return useMemo(
    () =>
      createMoves({
        ask: to => {
          const args = { ...listArgs(app, page, to), ...within?.fixed }
          return [sendEarly(app, page.source, args), answer => keep(page.source, args, answer)]
        },
        go: to => {
          const search = writeState(app, page, to, way)
          if (within) return within.move(search)
          // the same text means something else once another page size or first view is remembered
          if (search === location.search) readAddressesAgain(app)
          void navigate({ pathname: `/${page.route}`, search }, { replace: true })
        },
      }),
    [app, page, way, within, keep, navigate],
  )
}

interface Going {
  /** the answer, and what keeps it for whoever draws it */
  ask(to: ListState): [answer: Promise<unknown>, keep: (answer: unknown) => void]
  go(to: ListState): void
}

function createMoves({ ask, go }: Going): Moves {
  let awaited: ListState | undefined
  return {
    heading: state => awaited ?? state,
    move: to => {
      const from = location.href
      const [answer, keep] = ask(to)
      awaited = to
      const end = (found?: unknown): void => {
        if (awaited !== to) return
        awaited = undefined
        if (location.href !== from) return
        if (found !== undefined) keep(found)
        go(to)
      }
      const late = setTimeout(end, HOLD_MS)
      // a failure is told where the answer is asked for
      void answer.then(end, () => end()).finally(() => clearTimeout(late))
    },
  }
}
