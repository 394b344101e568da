import type { FigureRow, Figures, MeasureFacts } from '../../../core/contract/statistics.ts'
import { headOf, t } from '../../i18n/t.ts'
import { labelOf, measuresOf } from '../model/series.ts'

/** A head that stands over, or beside, so many columns or lines. */
export interface Head {
  key: string
  label: string
  columns: number
  lines: number
}
export interface PivotCell {
  /** absent: there is no such group */
  row?: FigureRow
  measure: MeasureFacts
  value: number | null
}
export interface PivotLine {
  /** heads that begin at this line */
  heads: Head[]
  cells: PivotCell[]
  isTotal?: true
}
/** A cross table as it is shown, printed and exported. */
export interface Pivot {
  /** lines of heads above; the corner is the first cell of the first one */
  heads: Head[][]
  /** columns that the heads at the left take */
  side: number
  lines: PivotLine[]
  /** names of all measures of the answer, in the order of its values */
  measures: string[]
}

/** Totals are counted by questions of their own: an amount may be summed, a share and a distinct count may not. */
export interface Around {
  /** cut by the dimensions of the lines alone: the last column */
  rows?: Figures
  /** cut by the dimensions of the columns alone: the last line */
  columns?: Figures
}

interface Node {
  path: string
  label: string
  children: Node[]
  leaves: number
}

/** Groups under their parents, in the order in which they come. */
function treeOf(rows: readonly FigureRow[], dimensions: readonly number[]): Node {
  const root: Node = { path: '', label: '', children: [], leaves: 0 }
  for (const row of rows) {
    let node = root
    for (const at of dimensions) {
      const path = `${node.path}${JSON.stringify(keyAt(row, at))}`
      let child = node.children.find(one => one.path === path)
      if (!child) {
        child = { path, label: labelOf(row, at), children: [], leaves: 0 }
        node.children.push(child)
      }
      node = child
    }
  }
  return counted(root)
}
const keyAt = (row: FigureRow, at: number): string => (row.rest ? `rest ${row.keys[at]}` : (row.keys[at] ?? ''))
function counted(node: Node): Node {
  node.leaves = node.children.length === 0 ? 1 : node.children.reduce((sum, child) => sum + counted(child).leaves, 0)
  return node
}
const leavesOf = (node: Node): Node[] => (node.children.length === 0 ? [node] : node.children.flatMap(leavesOf))

const pathOf = (row: FigureRow, dimensions: readonly number[]): string =>
  dimensions.map(at => JSON.stringify(keyAt(row, at))).join('')

interface Asked {
  figures: Figures
  measures: readonly MeasureFacts[]
  /** labels of the dimensions, in the order of `by` */
  labels: readonly string[]
  /** names of the dimensions that stand above; of several dimensions the last one if nothing is said */
  columns?: readonly string[]
  around?: Around
}

export function pivotOf({ figures, measures, labels, columns, around }: Asked): Pivot {
  const { by, rows } = figures
  const above = columns ?? (by.length > 1 ? by.slice(-1) : [])
  const [across, down] = [indexes(by, name => above.includes(name)), indexes(by, name => !above.includes(name))]
  const facts = measuresOf(figures, measures)
  const [columnTree, lineTree] = [treeOf(rows, across), treeOf(rows, down)]
  const columnLeaves = across.length > 0 ? leavesOf(columnTree) : [EMPTY]
  const lineLeaves = down.length > 0 ? leavesOf(lineTree) : [EMPTY]
  const of = new Map(rows.map(row => [`${pathOf(row, down)}\n${pathOf(row, across)}`, row]))
  const totals = totalsOf(figures, around, across.length, down.length)
  const cellsOf = (row: FigureRow | undefined): PivotCell[] =>
    facts.map((measure, at) => ({ row, measure, value: row?.values[at] ?? null }))
  const lines = lineLeaves.map((leaf, i): PivotLine => {
    const cells = columnLeaves.flatMap(column => cellsOf(of.get(`${leaf.path}\n${column.path}`)))
    const total = totals.right ? cellsOf(totals.right.get(leaf.path)) : []
    return { heads: headsAt(lineTree, down.length, i), cells: [...cells, ...total] }
  })
  const side = Math.max(1, down.length)
  if (totals.below) {
    const below = totals.below
    const cells = columnLeaves.flatMap(column => cellsOf(across.length > 0 ? below.get(column.path) : figures.total))
    lines.push({
      heads: [{ key: 'total', label: t('合计'), columns: side, lines: 1 }],
      cells: [...cells, ...(totals.right ? cellsOf(figures.total) : [])],
      isTotal: true,
    })
  }
  const corner = down.map(at => t(labels[at] ?? by[at] ?? ''))
  return {
    heads: headsOf(columnTree, across.length, facts, corner, totals.right !== undefined),
    side,
    lines,
    measures: figures.measures,
  }
}
const EMPTY: Node = { path: '', label: '', children: [], leaves: 1 }
const indexes = (names: readonly string[], fits: (name: string) => boolean): number[] =>
  names.flatMap((name, at) => (fits(name) ? [at] : []))

type ByPath = Map<string, FigureRow>
function totalsOf(
  figures: Figures,
  around: Around | undefined,
  across: number,
  down: number,
): { right?: ByPath; below?: ByPath } {
  const byPath = (given: Figures | undefined): ByPath | undefined =>
    given && new Map(given.rows.map(row => [pathOf(row, [...given.by.keys()]), row]))
  if (down === 0) return {}
  if (across === 0) return { below: new Map([['', figures.total]]) }
  return { right: byPath(around?.rows), below: byPath(around?.columns) }
}

/** Heads at the left that begin at line `index`: a parent stands beside all lines of its children. */
function headsAt(tree: Node, depth: number, index: number): Head[] {
  if (depth === 0) return index === 0 ? [{ key: '', label: '', columns: 1, lines: 1 }] : []
  const heads: Head[] = []
  let [node, start] = [tree, 0]
  for (let level = 0; level < depth; level++) {
    let at = start
    const child = node.children.find(one => {
      const isHere = index < at + one.leaves
      if (!isHere) at += one.leaves
      return isHere
    })
    if (!child) break
    if (at === index) heads.push({ key: child.path, label: child.label, columns: 1, lines: child.leaves })
    ;[node, start] = [child, at]
  }
  return heads
}

/** Heads above: a line for each dimension, and one for the measures where there are several. */
function headsOf(
  tree: Node,
  depth: number,
  facts: readonly MeasureFacts[],
  corner: readonly string[],
  hasTotal: boolean,
): Head[][] {
  const hasMeasures = facts.length > 1 || depth === 0
  const height = depth + (hasMeasures ? 1 : 0)
  const lines: Head[][] = Array.from({ length: height }, () => [])
  const first = corner.length > 0 ? corner : ['']
  lines[0]?.push(...first.map((label, i) => ({ key: `corner ${i}`, label, columns: 1, lines: height })))
  let level = tree.children
  for (let line = 0; line < depth; line++) {
    lines[line]?.push(
      ...level.map(one => ({ key: one.path, label: one.label, columns: one.leaves * facts.length, lines: 1 })),
    )
    level = level.flatMap(one => one.children)
  }
  if (hasTotal) lines[0]?.push({ key: 'total', label: t('合计'), columns: facts.length, lines: Math.max(1, depth) })
  if (hasMeasures) {
    const leaves = depth === 0 ? 1 : tree.leaves
    for (let i = 0; i < leaves + (hasTotal ? 1 : 0); i++)
      lines[height - 1]?.push(
        ...facts.map(one => ({ key: `${i} ${one.name}`, label: headOf(one), columns: 1, lines: 1 })),
      )
  }
  return lines
}
