import { useMemo } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { ListPage, ListTree as Tree } from '../../../core/contract/configuration.ts'
import { LIST_TABS } from '../../data/calls/own-calls.ts'
import { useCall } from '../../data/http/query.ts'
import { numberText } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import { listArgs, type ListState } from './query/state.ts'
import type { TabCounts } from './query/tabCounts.ts'
import './tree.css'

/** Values offered at most, and those that one call counts. */
const MOST = 200
const TOGETHER = 20

interface TreeProps {
  page: ListPage
  tree: Tree
  state: ListState
  onQuery: (filters: Record<string, string>) => void
}

/** Values of a filter beside the list, in groups, each with the number of rows that it would leave. */
export default function ListTree({ page, tree, state, onQuery }: TreeProps) {
  const { data } = useCall<{ list: Row[] }>(tree.source, { ...tree.args, pageNo: 1, pageRowNo: MOST, pageFlag: 1 })
  const nodes = useMemo(() => data?.list ?? [], [data])
  const groups = useMemo(() => groupsOf(page, tree, nodes), [page, tree, nodes])
  const chosen = state.filters[tree.filter] ?? ''
  const put = (value: string) => onQuery({ ...state.filters, [tree.filter]: value === chosen ? '' : value })
  return (
    <nav className="list-tree" aria-label={t(tree.label)}>
      <button type="button" aria-pressed={chosen === ''} onClick={() => put(chosen)}>
        {t('全部')}
      </button>
      {groups.map(({ label, values }) => (
        <section key={label}>
          <h2>{label}</h2>
          {chunksOf(values).map(part => (
            <Values key={part[0]} {...{ page, tree, state, chosen }} values={part} onPick={put} />
          ))}
        </section>
      ))}
    </nav>
  )
}

interface ValuesProps extends Omit<TreeProps, 'onQuery'> {
  values: string[]
  chosen: string
  onPick: (value: string) => void
}

/** So many values as one call counts; the counts are those of the list itself, under its other filters. */
function Values({ page, tree, state, values, chosen, onPick }: ValuesProps) {
  const app = useApp()
  const args = useMemo(() => {
    const { pageNo: _no, pageRowNo: _size, pageFlag: _flag, orderBy: _order, ...others } = listArgs(app, page, state)
    const tabs = Object.fromEntries(values.map(value => [value, { ...others, [tree.filter]: value }]))
    return { call: page.source.name, args: {}, tabs }
  }, [app, page, state, tree, values])
  const counts = useCall<TabCounts>(LIST_TABS, args, { quiet: true }).data
  return values.map(value => {
    const count = counts?.[value]
    return (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onPick(value)}>
        <span>{value}</span>
        {count && <b className="tab-count">{`${numberText(count.number)}${count.capped ? '+' : ''}`}</b>}
      </button>
    )
  })
}

const chunksOf = (values: string[]): string[][] =>
  Array.from({ length: Math.ceil(values.length / TOGETHER) }, (_, i) => values.slice(i * TOGETHER, (i + 1) * TOGETHER))

/** The values by what groups them, in the order of its dictionary. */
function groupsOf(page: ListPage, { name, group, dict }: Tree, nodes: Row[]): { label: string; values: string[] }[] {
  const entries = page.dictionaries[dict ?? ''] ?? []
  const known = entries.map(([key, label]) => ({ key, label: t(label) }))
  return [...known, { key: '', label: t('其他') }].flatMap(({ key, label }) => {
    const isHere = (row: Row): boolean => {
      const own = String(row[group ?? ''] ?? '')
      return key === '' ? !known.some(one => one.key === own) : own === key
    }
    const values = nodes.filter(isHere).map(row => String(row[name] ?? ''))
    return values.length > 0 ? [{ label, values }] : []
  })
}
