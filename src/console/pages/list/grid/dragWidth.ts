import { NARROWEST, WIDEST } from './settings.ts'

/** While dragging, only the DOM is changed; React gets the width at the end. */
export function dragWidth(edge: HTMLElement, startX: number, done: (width: number) => void): void {
  const head = edge.parentElement
  const table = edge.closest('table')
  if (!head || !table) return
  const col = columnOf(table, edge.dataset.resize ?? '')
  const start = {
    width: head.offsetWidth,
    least: Number.parseInt(table.style.minWidth, 10),
    col: col?.style.width ?? '',
  }
  let width = start.width
  const move = (event: PointerEvent) => {
    if (event.buttons === 0) return end()
    width = Math.min(WIDEST, Math.max(NARROWEST, start.width + event.clientX - startX))
    if (col) col.style.width = `${width}px`
    table.style.minWidth = `${start.least + Math.max(0, width - start.width)}px`
  }
  const end = () => {
    document.removeEventListener('pointermove', move)
    document.removeEventListener('pointerup', end)
    document.removeEventListener('pointercancel', end)
    delete edge.dataset.dragging
    // restores the style that React has rendered, so that React's view stays correct
    table.style.minWidth = `${start.least}px`
    if (col) col.style.width = start.col
    if (width !== start.width) done(width)
  }
  edge.dataset.dragging = ''
  document.addEventListener('pointermove', move)
  document.addEventListener('pointerup', end)
  document.addEventListener('pointercancel', end)
}

function columnOf(table: HTMLTableElement, name: string): HTMLElement | undefined {
  return [...table.querySelectorAll('col')].find(col => col.dataset.name === name)
}
