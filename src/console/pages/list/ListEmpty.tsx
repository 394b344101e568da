import { useEffect, useMemo } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { ConsoleApp } from '../../app/app.ts'
import type { ListPage, ListTab } from '../../../core/contract/configuration.ts'
import { currentConfig } from '../../data/config/config.ts'
import { at, isVisible } from '../../data/config/scope.ts'
import { t } from '../../i18n/t.ts'
import type { Run } from '../actions/useActions.ts'
import type { ListState } from './query/state.ts'
import { useTabCounts } from './query/tabCounts.ts'
import { openingTab, tabNamed, tabsOf } from './query/tabs.ts'
import { ActionButton } from './Toolbar.tsx'
import type { ListCommands } from './query/useListController.ts'

interface ListEmptyProps {
  page: ListPage
  state: ListState
  commands: ListCommands
  run: Run
}

/** Says why a list is empty (filters, the tab, or nothing within one's scope), and what to do next. */
export function ListEmpty({ page, state, commands, run }: ListEmptyProps) {
  const app = useApp()
  const tab = tabNamed(page, state.tab)
  if (Object.keys(state.filters).length > 0)
    return (
      <Reason text={t('没有符合条件的记录，换个条件或清空筛选')}>
        <button type="button" className="button" onClick={() => commands.query({})}>
          {t('清空筛选')}
        </button>
      </Reason>
    )
  if (tab && narrows(tab)) return <EmptyTab page={page} tab={tab} state={state} commands={commands} />
  const ways = at(page.actions, 'page').filter(action => isVisible(app, action))
  return (
    <Reason text={t('暂无记录')} hint={scopeText(app)}>
      {ways.map(action => (
        <ActionButton key={action.name} action={action} onClick={() => run(action, [])} />
      ))}
    </Reason>
  )
}

interface EmptyTabProps extends Omit<ListEmptyProps, 'run'> {
  tab: ListTab
}

/** Leads to the first tab that holds something, where a list that opens here goes by itself, and to that of all. */
function EmptyTab({ page, tab, state, commands }: EmptyTabProps) {
  const app = useApp()
  const others = useMemo(() => tabsOf(app, page).filter(one => one !== tab), [app, page, tab])
  const counts = useTabCounts(page, state.filters, others)
  const filled = others.find(one => (counts?.[one.name]?.number ?? 0) > 0)
  const { openOn } = commands
  const isFirst = tab.name === openingTab(app, page, state.filters)
  useEffect(() => {
    if (filled && isFirst) openOn(filled.name)
  }, [filled, isFirst, openOn])
  const ways = others.filter(one => one === filled || one === others.find(other => !narrows(other)))
  return (
    <Reason text={t('“{tab}”里没有记录', { tab: t(tab.label) })}>
      {ways.map(({ name, label }) => (
        <button key={name} type="button" className="button" onClick={() => commands.part(name)}>
          {t('查看“{tab}”', { tab: t(label) })}
        </button>
      ))}
    </Reason>
  )
}

const narrows = (tab: ListTab): boolean => Object.keys(tab.filters).length > 0

/** Whose records one sees: where there are none, that may be why. */
function scopeText(app: ConsoleApp): string {
  const user = currentConfig(app).boot?.user
  const scope = [user?.sysArea.areaName, user?.sysOrg.orgName].filter(Boolean).join(' · ')
  return scope && t('这里只列出您有权查看的记录（{scope}）；应有而没有的，请管理员核对您的单位和数据范围', { scope })
}

function Reason({ text, hint, children }: { text: string; hint?: string; children: React.ReactNode }) {
  return (
    <div className="state">
      <p role="status">{text}</p>
      {hint && <p className="weak">{hint}</p>}
      <p className="state-ways">{children}</p>
    </div>
  )
}
