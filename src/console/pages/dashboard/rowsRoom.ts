import type { ListPage } from '../../../core/contract/configuration.ts'
import { usualWidth } from '../list/columns/columns.tsx'

type ListColumn = ListPage['columns'][number]

/** The first three say what a row is, however narrow its widget. */
export const LEAST = 3

/** A column that would be cut at the edge is left out: the list has it. `width`: unknown until it is drawn. */
export function withRoom(
  columns: readonly ListColumn[],
  { dictionaries }: Pick<ListPage, 'dictionaries'>,
  width: number | undefined,
): readonly ListColumn[] {
  if (!width) return columns
  let end = 0
  return columns.filter((column, i) => {
    end += usualWidth(column, { dictionaries })
    return i < LEAST || end <= width
  })
}
