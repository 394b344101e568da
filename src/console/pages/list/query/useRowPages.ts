import { useCallback, useEffect, useRef, type RefCallback } from 'react'
import { useApp } from '../../../app/useApp.ts'
import { rowPages } from '../../../navigation/rowPages.ts'
import type { ListController } from './useListController.ts'

/** For the element around a list's rows: who walks along them, as the preview does, turns the page at their ends. */
export function useRowPages(list: ListController): RefCallback<HTMLElement> {
  const app = useApp()
  const now = useRef(list)
  const waiting = useRef<((isThere: boolean) => void) | undefined>(undefined)
  useEffect(() => {
    now.current = list
  })
  // in a task of its own: by then the rows are in the document
  useEffect(() => {
    if (list.status === 'stale' || list.status === 'loading') return
    const go = waiting.current
    waiting.current = undefined
    if (go) setTimeout(() => go(list.status === 'ready'))
  }, [list.shown, list.status])
  return useCallback(
    element => {
      if (!element) return
      rowPages(app).set(element, {
        canTurn: by => {
          const { state, total, status } = now.current
          return status === 'ready' && (by > 0 ? state.page * state.size < total : state.page > 1)
        },
        turn: by =>
          new Promise(resolve => {
            waiting.current = resolve
            now.current.commands.turn(now.current.state.page + by)
          }),
      })
    },
    [app],
  )
}
