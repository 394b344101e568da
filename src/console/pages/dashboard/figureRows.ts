import type { BoardWidget } from '../../../core/contract/configuration.ts'

const WHOLE = 12

/** Rows of figures with which a board begins, each of the whole width and one height, and what follows them. */
export function figureRows(widgets: readonly BoardWidget[]): { rows: BoardWidget[][]; others: BoardWidget[] } {
  const rows: BoardWidget[][] = []
  let row: BoardWidget[] = []
  for (const widget of widgets) {
    const isNext = widget.widget === 'kpi' && (row.length === 0 || widget.height === row[0]?.height)
    row = [...row, widget]
    const width = row.reduce((sum, one) => sum + one.width, 0)
    if (!isNext || width > WHOLE) break
    if (width < WHOLE) continue
    // one alone is a card already
    if (row.length > 1) rows.push(row)
    else break
    row = []
  }
  return { rows, others: widgets.slice(rows.flat().length) }
}
