import { useSyncExternalStore } from 'react'
import type { Action, ListPage } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { at, isDisabled, isVisible } from '../scope.ts'
import type { Run } from '../useActions.ts'
import type { Selection } from './selection.ts'

interface ToolbarProps {
  page: ListPage
  selection: Selection
  run: Run
}

/** Page actions; with rows ticked, what can be done with them. A page with neither has no toolbar. */
export function Toolbar({ page, selection, run }: ToolbarProps) {
  const count = useSyncExternalStore(selection.subscribe, selection.size)
  if (!page.selectable && at(page.actions, 'page').length === 0) return null
  return (
    <div className="toolbar">
      {count > 0 ? <SelectionBar page={page} selection={selection} count={count} run={run} /> : <PageActions page={page} run={run} />}
    </div>
  )
}

function PageActions({ page, run }: { page: ListPage; run: Run }) {
  const actions = at(page.actions, 'page').filter((action) => isVisible(action))
  return actions.map((action) => <ActionButton key={action.name} action={action} onClick={() => run(action, [])} />)
}

function SelectionBar({ page, selection, count, run }: { page: ListPage; selection: Selection; count: number; run: Run }) {
  const rows = selection.rows()
  const actions = at(page.actions, 'selection')
  return (
    <>
      <span className="picked">{t('已选 {n} 项', { n: count })}</span>
      {actions.map((action) => {
        const fits = rows.every((row) => isVisible(action, row) && !isDisabled(action, row))
        return <ActionButton key={action.name} action={action} disabled={!fits} why={t('所选记录中有不能执行此操作的')} onClick={() => run(action, rows, selection.clear)} />
      })}
      <button type="button" className="link" onClick={selection.clear}>{t('取消选择')}</button>
    </>
  )
}

export function ActionButton({ action, disabled, why, onClick }: { action: Action; disabled?: boolean; why?: string; onClick: () => void }) {
  const look = action.danger ? 'button danger' : action.primary ? 'button primary' : 'button'
  return (
    <button
      type="button" className={look} disabled={disabled ?? isDisabled(action)} title={disabled ? why : undefined} onClick={onClick}
    >
      {t(action.label)}
    </button>
  )
}
