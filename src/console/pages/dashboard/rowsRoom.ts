import type { ListPage } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { labelWidth } from '../list/columns/rowActions.tsx'

type ListColumn = ListPage['columns'][number]

/** The first three say what a row is, however narrow its widget. */
export const LEAST = 3
/** left and right of what stands in a cell */
const PADDING = 16

/** A column that would be cut at the edge of its widget is left out: the list has it. `width`: unknown until it is drawn. */
export function withRoom(columns: readonly ListColumn[], width: number | undefined): readonly ListColumn[] {
  if (!width) return columns
  let end = 0
  return columns.filter((column, i) => {
    end += Math.max(column.width, labelWidth(t(column.label)) + PADDING)
    return i < LEAST || end <= width
  })
}
