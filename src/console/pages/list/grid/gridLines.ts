import type { Row } from '../../../../core/contract/api.ts'

/** A line of the grid: a row, or a group heading. All have the same height. */
export interface Line {
  row: Row
  index: number
  isHead: boolean
}

export function linesOf(rows: readonly Row[], group: string | undefined): Line[] {
  return rows.flatMap((row, index): Line[] => {
    const line = { row, index, isHead: false }
    const isNew = group !== undefined && (index === 0 || rows[index - 1]?.[group] !== row[group])
    return isNew ? [{ row, index, isHead: true }, line] : [line]
  })
}
