import { useEffect, useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { SPACE } from '../../../theme/scale.ts'
import { columnsBetween, enoughFor, sharedOut, type LaidColumn } from './gridLayout.ts'

/** as the sheet has it, and a pixel for what is rounded */
const CELL_PADDING = 2 * SPACE['sp-2'] + 1

const VIRTUAL_FROM = 100
const OVERSCAN = 10
const STEP = 5

/** Calls `place` now and on each scroll, `sized` when the size changes; returns a function that stops both. */
function watched(element: HTMLElement, place: () => void, sized: () => void): () => void {
  const observer = new ResizeObserver(sized)
  place()
  observer.observe(element)
  element.addEventListener('scroll', place, { passive: true })
  return () => {
    observer.disconnect()
    element.removeEventListener('scroll', place)
  }
}

/**
 * Which rows are in the document, `isWhole`: all of them. All have the same height, so positions are computed without
 * measuring.
 */
export function useRowWindow(
  box: RefObject<HTMLDivElement | null>,
  count: number,
  rowHeight: number,
  isWhole = false,
): { from: number; to: number; virtual: boolean } {
  const isVirtual = count > VIRTUAL_FROM
  const [from, setFrom] = useState(0)
  const [height, setHeight] = useState(800)
  useEffect(() => {
    const element = box.current
    if (!isVirtual || !element) return
    const place = () => setFrom(Math.max(0, Math.floor((element.scrollTop / rowHeight - OVERSCAN) / STEP) * STEP))
    return watched(element, place, () => {
      if (element.clientHeight > 0) setHeight(element.clientHeight)
    })
  }, [box, isVirtual, rowHeight])
  if (!isVirtual || isWhole) return { from: 0, to: count, virtual: false }
  const start = Math.min(from, Math.max(0, count - 1))
  return {
    virtual: true,
    from: start,
    to: Math.min(count, start + Math.ceil(height / rowHeight) + 2 * OVERSCAN + STEP),
  }
}

/** with fewer columns it is cheaper to draw all than to track which are visible */
const WIDE_FROM = 24
const PIXELS = 240

/** Which columns are in the document: all, or in wide lists those in view. */
export function useColumnWindow(
  box: RefObject<HTMLDivElement | null>,
  laid: LaidColumn[],
  isWhole = false,
): LaidColumn[] {
  const isWide = !isWhole && laid.length > WIDE_FROM
  const [left, setLeft] = useState(0)
  const [width, setWidth] = useState(() => window.innerWidth)
  useEffect(() => {
    const element = box.current
    if (!isWide || !element) return
    const place = () => setLeft(Math.floor(element.scrollLeft / PIXELS) * PIXELS)
    // the width never shrinks: redrawing for fewer columns would cost more than it saves
    return watched(element, place, () => setWidth(old => Math.max(old, element.clientWidth)))
  }, [box, isWide])
  return useMemo(
    () => (isWide ? columnsBetween(laid, left - PIXELS, left + width + 2 * PIXELS) : laid),
    [isWide, laid, left, width],
  )
}

/** So many rows say what their columns need. */
const MEASURED = 30

/** How wide the words of a cell are, with what it cuts off. */
function wordsOf(cell: Element): number {
  const words = new Range()
  words.selectNodeContents(cell)
  const hidden = [...cell.querySelectorAll('*')].map(one => one.scrollWidth - one.clientWidth)
  return words.getBoundingClientRect().width + Math.max(0, ...hidden)
}

/** What the rows in the document need of each column. */
function needsOf(table: HTMLTableElement, laid: LaidColumn[]): Map<string, number> {
  const rows = [...table.querySelectorAll('tbody > tr.grid-row')].slice(0, MEASURED).map(({ children }) => children)
  // of wide lists some columns alone are in the document
  const whole = rows.filter(cells => cells.length === laid.length)
  if (whole.length === 0) return new Map()
  return new Map(
    laid.map(({ column }, at): [string, number] => [
      column.name,
      CELL_PADDING
        + enoughFor(
          whole.map(cells => wordsOf(cells[at] as Element)),
          column.grows === true,
        ),
    ]),
  )
}

/**
 * Gives the columns the room of the box, now and when its size or the rows change. Only the widths in the document
 * change: drawing all rows again for them would cost as much as the rows themselves.
 */
export function useSharedRoom(
  box: RefObject<HTMLDivElement | null>,
  { laid, width }: { laid: LaidColumn[]; width: number },
  rows: readonly unknown[],
  isOnPaper: boolean,
): void {
  // from page to page columns become wider only, or they would move each time
  const [needs] = useState(() => new Map<string, number>())
  useLayoutEffect(() => {
    const element = box.current
    const table = element?.querySelector('table')
    if (!element || !table || isOnPaper) return
    // what sticks at the right has an edge while something lies below it
    const edge = () =>
      element.toggleAttribute('data-covered', element.scrollLeft + element.clientWidth < element.scrollWidth - 1)
    // what is out of sight has no room, and says nothing of what it needs
    const found = element.clientWidth > 0 ? needsOf(table, laid) : new Map<string, number>()
    for (const [name, need] of found) needs.set(name, Math.max(need, needs.get(name) ?? 0))
    const share = () => {
      fit(table, { laid, width }, element.clientWidth, needs)
      edge()
    }
    share()
    element.addEventListener('scroll', edge, { passive: true })
    const observer = new ResizeObserver(share)
    observer.observe(element)
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', edge)
    }
  }, [box, laid, width, rows, needs, isOnPaper])
}

function fit(
  table: HTMLTableElement,
  { laid, width }: { laid: LaidColumn[]; width: number },
  room: number,
  needs: ReadonlyMap<string, number>,
): void {
  const columns = laid.map(({ column }) => column)
  const shared = sharedOut(columns, room, needs)
  const widths = columns.map(({ name, width: own }) => shared.get(name) ?? own)
  const all = widths.reduce((sum, one) => sum + one, 0)
  const cols = table.querySelectorAll('col')
  laid.forEach(({ colStyle }, at) => {
    const col = cols[at]
    // where all columns have room, the growing one takes what dividing has left
    if (col) col.style.width = colStyle === undefined && all <= room ? '' : `${widths[at]}px`
  })
  table.style.minWidth = `${needs.size > 0 ? all : Math.max(all, width)}px`
}
