/** A group with the number of its rows. */
export interface Cell {
  rows: number
}
/** Groups whose sum is told: of all, or of a line of a cross table; with the group that is their sum, if it is one. */
export interface Line<C extends Cell> {
  cells: readonly C[]
  sum?: C | undefined
}

/**
 * Groups that are not told: those that have rows but fewer than `least`, and as many beside them that nobody finds them
 * by taking the others from their sum: in each line two or more, which have `least` rows together, the smallest first.
 * A sum that is not told itself must not be found by adding its line.
 */
export function withheldOf<C extends Cell>(lines: readonly Line<C>[], least: number): Set<C> {
  const isSmall = ({ rows }: C): boolean => rows > 0 && rows < least
  const held = new Set(lines.flatMap(({ cells }) => cells.filter(isSmall)))
  if (held.size === 0) return held
  for (let before = -1; before !== held.size;) {
    before = held.size
    for (const { cells, sum } of lines) {
      const gone = cells.filter(cell => held.has(cell))
      if (isHidden(gone, least, sum !== undefined && held.has(sum))) continue
      const next = smallestOf(cells.filter(cell => cell.rows > 0 && !held.has(cell)))
      // nothing is left to hide it behind but the sum
      const more = next ?? sum
      if (more) held.add(more)
    }
  }
  return held
}

/** Whether what is gone of a line cannot be worked out. */
function isHidden(gone: readonly Cell[], least: number, isSumGone: boolean): boolean {
  if (isSumGone) return gone.length > 0
  return gone.length === 0 || (gone.length > 1 && gone.reduce((all, { rows }) => all + rows, 0) >= least)
}

const smallestOf = <C extends Cell>(cells: readonly C[]): C | undefined =>
  cells.reduce<C | undefined>((least, cell) => (least && least.rows <= cell.rows ? least : cell), undefined)
