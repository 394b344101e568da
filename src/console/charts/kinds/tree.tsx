import { listOf, type FigureRow } from '../../../core/contract/statistics.ts'
import { t } from '../../i18n/t.ts'
import { valueText } from '../model/numbers.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { labelOf, measuresOf } from '../model/series.ts'
import { WITHHELD } from '../model/table.ts'
import './tree.css'

interface Branch {
  key: string
  label: string
  branches: Branch[]
  /** of the last dimension: the group itself */
  row?: FigureRow
}

/** Groups under their groups, in the order in which they come. */
function branchesOf(rows: readonly FigureRow[], depth: number): Branch[] {
  const root: Branch = { key: '', label: '', branches: [] }
  for (const row of rows) {
    let branch = root
    for (let at = 0; at < depth; at++) {
      const key = `${row.rest ? 'rest' : 'key'} ${row.keys[at] ?? ''}`
      let next = branch.branches.find(one => one.key === key)
      if (!next) {
        next = { key, label: labelOf(row, at), branches: [] }
        branch.branches.push(next)
      }
      branch = next
    }
    branch.row = row
  }
  return root.branches
}

/** Groups in groups; only the innermost have numbers, because what stands above was not counted. */
function Tree(props: PictureProps) {
  const { figures, width, height } = props
  return (
    <div className="tree" style={{ width, height }} role="group" aria-label={sentenceOf(props)}>
      <Branches props={props} branches={branchesOf(figures.rows, figures.by.length)} />
    </div>
  )
}

const Branches = ({ props, branches }: { props: PictureProps; branches: readonly Branch[] }) => (
  <ul>
    {branches.map(branch => (
      <li key={branch.key}>
        {branch.row ? (
          <Leaf props={props} label={branch.label} row={branch.row} />
        ) : (
          <details open>
            <summary>
              {branch.label} <small className="weak">{t('{n}项', { n: branch.branches.length })}</small>
            </summary>
            <Branches props={props} branches={branch.branches} />
          </details>
        )}
      </li>
    ))}
  </ul>
)

function Leaf({
  props: { figures, measures, onOpen },
  label,
  row,
}: {
  props: PictureProps
  label: string
  row: FigureRow
}) {
  const [measure] = measuresOf(figures, measures)
  if (!measure) return null
  const text = row.withheld ? WITHHELD : valueText(row.values[0], measure)
  return (
    <p className="tree-leaf">
      <span title={label}>{label}</span>
      {listOf(figures, row, measure.name) ? (
        <button type="button" className="link num" onClick={() => onOpen(row, measure.name)}>
          {text}
        </button>
      ) : (
        <b className="num">{text}</b>
      )}
    </p>
  )
}

export const tree: PictureModule = { Picture: Tree, sentence: sentenceOf }
