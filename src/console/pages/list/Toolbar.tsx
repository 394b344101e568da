import { memo, useSyncExternalStore, type ReactNode } from 'react'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { Action, ListPage } from '../../../core/contract/configuration.ts'
import { numberText } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import { EXPORT_RUN } from '../../data/calls/own-calls.ts'
import { at, isDisabled, isVisible, offWithout, whyDisabled } from '../../data/config/scope.ts'
import { reach } from '../../boundaries/chunk.ts'
import type { Run } from '../actions/useActions.ts'
import type { CompiledList } from './columns/columns.tsx'

const runs = () => import('./jobs/runBatch.ts')
const exports = () => import('./jobs/runExport.ts')

interface ToolbarProps {
  page: ListPage
  compiled: CompiledList
  total: number
  run: Run
  /** shown while no rows are selected */
  lead?: ReactNode
  tools?: ReactNode
}

/** One line: parts of the list, its tools, actions of the page; or the actions of the selected rows. */
export const Toolbar = memo(function Toolbar({ page, compiled, total, run, lead, tools }: ToolbarProps) {
  const { selection } = compiled
  const count = useSyncExternalStore(selection.subscribe, selection.size)
  return (
    <div className="toolbar">
      {count > 0 ? (
        <SelectionBar page={page} compiled={compiled} count={count} total={total} run={run} />
      ) : (
        <>
          {lead ?? <span className="space" />}
          {tools}
          <PageActions page={page} run={run} />
        </>
      )}
    </div>
  )
})

function PageActions({ page, run }: { page: ListPage; run: Run }) {
  const app = useApp()
  const actions = at(page.actions, 'page').filter(action => isVisible(app, action))
  // the filled one stands last, as everywhere
  const inOrder = [...actions.filter(({ primary }) => !primary), ...actions.filter(({ primary }) => primary)]
  return inOrder.map(action => <ActionButton key={action.name} action={action} onClick={() => run(action, [])} />)
}

function SelectionBar({ page, compiled, count, total, run }: ToolbarProps & { count: number }) {
  const app = useApp()
  const { selection } = compiled
  const rows = selection.rows()
  const allMatching = selection.allMatching()
  const act = (action: Action) => {
    if (isBatch(action)) reach(app, runs, ({ runBatch }) => runBatch(app, page, action, compiled))
    else run(action, rows, selection.clear)
  }
  const all = () => reach(app, runs, ({ selectAll }) => selectAll(app, page, compiled))
  const save = () => reach(app, exports, ({ exportList }) => exportList(app, page, compiled, true))
  return (
    <>
      <span className="picked">
        {allMatching ? t('已选全部 {n} 项', { n: numberText(count) }) : t('已选 {n} 项', { n: count })}
      </span>
      {offered(app, page, allMatching ? selection.onScreen() : rows).map(action => {
        // of mixed rows a batch takes those that it can, and tells of the others; for rows of other pages only the
        // server knows
        const takes = (row: Row): boolean => isVisible(app, action, row) && !isDisabled(app, action, row)
        const fits = isBatch(action) ? rows.length === 0 || rows.some(takes) : rows.every(takes) && !allMatching
        return (
          <ActionButton
            key={action.name}
            action={action}
            disabled={!fits}
            why={t('所选记录中有不能执行此操作的')}
            onClick={() => act(action)}
          />
        )
      })}
      {page.export && (
        <button type="button" className="button" {...offWithout(app, EXPORT_RUN)} onClick={save}>
          {t('导出所选')}
        </button>
      )}
      {!allMatching && total > count && (
        <button type="button" className="link" onClick={all}>
          {t('选择全部 {n} 条', { n: numberText(total) })}
        </button>
      )}
      <button type="button" className="link" onClick={selection.clear}>
        {t('取消选择')}
      </button>
    </>
  )
}

/** Row by row on the server; a button with `fields` asks those of its page's form first. */
const isBatch = ({ call, together, fields }: Action): boolean => fields !== undefined || (!!call && !together)

/** Hides transitions that none of the rows allows. */
const offered = (app: ConsoleApp, page: ListPage, rows: Row[]): Action[] =>
  at(page.actions, 'selection').filter(
    action => action.transition === undefined || rows.some(row => isVisible(app, action, row)),
  )

export function ActionButton({
  action,
  main = action.primary === true,
  disabled,
  why,
  onClick,
}: {
  action: Action
  /** the one that is filled */
  main?: boolean
  disabled?: boolean
  why?: string
  onClick: () => void
}) {
  const app = useApp()
  const isOff = disabled ?? isDisabled(app, action)
  const reason = whyDisabled(app, action, why)
  const look = action.danger ? 'button danger' : main ? 'button primary' : 'button'
  return (
    <button
      type="button"
      data-guard=""
      className={look}
      disabled={isOff}
      title={isOff ? reason : undefined}
      onClick={onClick}
    >
      {t(action.label)}
    </button>
  )
}
