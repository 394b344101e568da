import type { KeyboardEvent } from 'react'

const STEP = 8
const LEAP = 40

/**
 * Arrows move between rows, Enter shows the record (with Ctrl its page), Space ticks; on a column's edge arrows change
 * its width.
 */
export function gridKey(event: KeyboardEvent<HTMLElement>, resize: (name: string, width: number) => void): void {
  const target = event.target as HTMLElement
  const row = target.closest<HTMLElement>('tr.grid-row')
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return step(event, row)
  if (target.dataset.resize !== undefined) return widen(event, target, resize)
  if (!row || target !== row) return
  if (event.key === 'Enter') press(event, openerOf(row, event.ctrlKey || event.metaKey))
  if (event.key === ' ') press(event, row.querySelector<HTMLElement>('.tick'))
}

/** Enter shows the row's record beside the list, Ctrl+Enter opens its page. */
const openerOf = (row: HTMLElement, whole: boolean): HTMLElement | null =>
  (whole ? null : row.querySelector<HTMLElement>('[data-preview]'))
  ?? row.querySelector<HTMLElement>('[data-go]')
  ?? row.querySelector<HTMLElement>('[data-act]:not(:disabled)')

function step(event: KeyboardEvent<HTMLElement>, row: HTMLElement | null): void {
  const down = event.key === 'ArrowDown'
  const beside = (from: Element): Element | null => (down ? from.nextElementSibling : from.previousElementSibling)
  let next = row ? beside(row) : down ? event.currentTarget.querySelector('tr.grid-row') : null
  while (next?.classList.contains('group-head')) next = beside(next)
  if (!row && !next) return
  event.preventDefault()
  if (next instanceof HTMLElement && next.classList.contains('grid-row')) next.focus()
}

function press(event: KeyboardEvent<HTMLElement>, what: HTMLElement | null): void {
  event.preventDefault()
  what?.click()
}

function widen(
  event: KeyboardEvent<HTMLElement>,
  edge: HTMLElement,
  resize: (name: string, width: number) => void,
): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  event.preventDefault()
  const by = (event.shiftKey ? LEAP : STEP) * (event.key === 'ArrowLeft' ? -1 : 1)
  resize(edge.dataset.resize ?? '', (edge.parentElement?.offsetWidth ?? 0) + by)
}
