import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { ConsoleApp } from '../app/app.ts'
import { useApp } from '../app/useApp.ts'
import { noteShown, origins } from '../navigation/origins.ts'
import type { CachedPage } from './cache.ts'
import { recordKey } from './parts/recordArgs.ts'

type Focusable = HTMLElement | SVGElement
const isFocusable = (target: EventTarget | null): target is Focusable =>
  target instanceof HTMLElement || target instanceof SVGElement

/** Remembers where each page came from, and gives the focus back to the row or the number that was left. */
export function useReturning(shown: CachedPage | undefined): void {
  const app = useApp()
  const type = useNavigationType()
  const { state } = useLocation() as { state: object | null }
  const before = useRef<CachedPage>(undefined)
  const left = useRef(new Map<string, Focusable>())
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      const id = before.current?.id
      if (id !== undefined && isFocusable(target) && target.closest('.grid, .board-grid')) left.current.set(id, target)
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    const last = before.current
    before.current = shown
    if (!shown || shown === last) return
    noteOf(app, shown, last, type, state)
    if (last === undefined || last.id === shown.id) return
    const element = left.current.get(shown.id)
    if (element && isFocusLost()) rowOf(element, last).focus({ preventScroll: true })
    // the kind of navigation is that of the page shown: a change of it alone means nothing
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [app, shown])
}

/** On nothing, or in the page that has just been hidden, which the browser takes it from a moment later. */
const isFocusLost = (): boolean => (document.activeElement as HTMLElement | null)?.offsetParent == null

function noteOf(
  app: ConsoleApp,
  shown: CachedPage,
  last: CachedPage | undefined,
  type: string,
  state: object | null,
): void {
  const returns = type === 'POP' || (state !== null && 'tab' in state)
  noteShown(origins(app), shown.id, last?.id, returns ? 'shown' : type === 'REPLACE' ? 'replaced' : 'opened')
}

/** The row of the record that was looked at last, which need not be the one that was opened first. */
function rowOf(element: Focusable, { page, search }: CachedPage): Focusable {
  const row = element.closest<HTMLElement>('tr.grid-row')
  const key = 'entity' in page ? recordKey(page.entity.key, search) : undefined
  const named = [...(row?.parentElement?.querySelectorAll<HTMLElement>('tr.grid-row') ?? [])].find(
    one => one.dataset.rowKey === key,
  )
  return named ?? row ?? element
}
