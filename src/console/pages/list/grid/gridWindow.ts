import { useEffect, useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { columnsBetween, sharedOut, type LaidColumn } from './gridLayout.ts'

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

/**
 * Gives the columns the room of the box, now and when its size changes. Only the widths in the document change: drawing
 * all rows again for them would cost as much as the rows themselves.
 */
export function useSharedRoom(
  box: RefObject<HTMLDivElement | null>,
  { laid, width }: { laid: LaidColumn[]; width: number },
  isOnPaper: boolean,
): void {
  useLayoutEffect(() => {
    const element = box.current
    const table = element?.querySelector('table')
    if (!element || !table || isOnPaper) return
    // what sticks at the right has an edge while something lies below it
    const edge = () =>
      element.toggleAttribute('data-covered', element.scrollLeft + element.clientWidth < element.scrollWidth - 1)
    const share = () => {
      fit(table, { laid, width }, element.clientWidth)
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
  }, [box, laid, width, isOnPaper])
}

function fit(table: HTMLTableElement, { laid, width }: { laid: LaidColumn[]; width: number }, room: number): void {
  const columns = laid.map(({ column }) => column)
  const shared = sharedOut(columns, room)
  const widths = columns.map(({ name, width: own }) => shared.get(name) ?? own)
  const all = widths.reduce((sum, one) => sum + one, 0)
  const cols = table.querySelectorAll('col')
  laid.forEach(({ colStyle }, at) => {
    const col = cols[at]
    // where all columns have room, the growing one takes what dividing has left
    if (col) col.style.width = colStyle === undefined && all <= room ? '' : `${widths[at]}px`
  })
  table.style.minWidth = `${Math.max(all, width)}px`
}
