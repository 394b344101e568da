import { useCallback, useMemo, useState, useSyncExternalStore, type MouseEvent } from 'react'
import { useApp } from '../../../app/useApp.ts'
import type { ConsoleApp } from '../../../app/app.ts'
import type { Row } from '../../../../core/contract/api.ts'
import type { DetailPage, ListedTab, ListPage } from '../../../../core/contract/configuration.ts'
import { evaluate } from '../../../data/config/expressions.ts'
import { isList, listOf } from '../../../fields/values/pasted.ts'
import { filterArgs, givenText } from '../../../fields/values/query.ts'
import { t } from '../../../i18n/t.ts'
import { ChartAbove } from '../../list/ChartAbove.tsx'
import { compileList } from '../../list/columns/columns.tsx'
import { Grid } from '../../list/grid/Grid.tsx'
import { ListSkeleton, LoadError } from '../../parts/ListStates.tsx'
import { Pager } from '../../list/Pager.tsx'
import { sizesOf } from '../../list/query/state.ts'
import { useListController } from '../../list/query/useListController.ts'
import type { Within } from '../../list/query/useMoves.ts'
import { useRowPages } from '../../list/query/useRowPages.ts'
import { useGo } from '../../../navigation/navigation.ts'
import { expressionScope } from '../../../data/config/scope.ts'
import { HEIGHT } from '../../../theme/scale.ts'
import { usePageOf } from '../../parts/usePageOf.ts'
import { saidAbove } from './saidAbove.ts'

/** Another page's list, limited to this record. Loaded when its tab is opened. */
export function TabList({ page, tab, row }: { page: DetailPage; tab: ListedTab; row: Row }) {
  const app = useApp()
  const limit = useCallback((list: ListPage) => fixedFilters(app, page, tab, list, row), [app, page, tab, row])
  return <LimitedList id={`${page.route}/${tab.name}`} route={tab.page} fixed={limit} label={tab.label} />
}

interface LimitedProps {
  id: string
  route: string
  /** the filters that limit the list, or how they follow from the list; undefined: a value is missing */
  fixed: Row | ((list: ListPage) => Row | undefined)
  label: string
}
/** A list page by its route, with filters that cannot be changed. */
export function LimitedList({ id, route, fixed: given, label }: LimitedProps) {
  const { list, error, retry } = useListPage(route)
  if (error) return <LoadError what={t(label)} error={error} onRetry={retry} />
  if (!list) return <ListSkeleton />
  const fixed = typeof given === 'function' ? given(list) : given
  if (!fixed)
    return (
      <div className="state">
        <p>{t('本记录缺少用来关联的内容，没有可列出的{label}', { label: t(label) })}</p>
      </div>
    )
  return <RecordList key={JSON.stringify(fixed)} id={id} list={list} fixed={fixed} label={label} />
}

/**
 * Filters that limit the list to the record. Undefined if a value is missing: without it the list would show all
 * records.
 */
export function fixedFilters(
  app: ConsoleApp,
  page: DetailPage,
  tab: ListedTab,
  list: ListPage,
  row: Row,
): Row | undefined {
  const args: Row = {}
  for (const [name, expression] of Object.entries(tab.filters)) {
    const value = givenText(evaluate(expression, page.route, { ...expressionScope(app), row }))
    const filter = list.filters.find(one => one.name === name)
    if (value === '') return undefined
    Object.assign(args, filter ? filterArgs(filter, value) : { [name]: isList(value) ? listOf(value) : value })
  }
  return args
}

/** Within a record the list has no actions of its own; these are on its own page. */
function useListPage(route: string) {
  const { page, ...rest } = usePageOf(route, 'list')
  const list = useMemo((): ListPage | undefined => {
    if (!page) return undefined
    const { tabs: _tabs, ...whole } = page
    return { ...whole, selectable: false, actions: [] }
  }, [page])
  return { list, ...rest }
}

function RecordList({ id, list: page, fixed, label }: { id: string; list: ListPage; fixed: Row; label: string }) {
  const app = useApp()
  const [search, setSearch] = useState('')
  const within = useMemo<Within>(() => ({ id, fixed, move: setSearch }), [id, fixed])
  const list = useListController(page, search, within)
  const rowPages = useRowPages(list)
  const compiled = useMemo(() => compileList(app, page), [app, page])
  const chosen = useSyncExternalStore(compiled.columns.subscribe, compiled.columns.columns)
  const columns = useMemo(() => {
    const said = saidAbove(app, page, fixed)
    return chosen.filter(({ name }) => !said.has(name))
  }, [app, page, fixed, chosen])
  const go = useGo()
  const { state, commands, shown, status } = list
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as HTMLElement).closest<HTMLElement>('a[data-go]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    go.to(link.getAttribute('href') ?? '/', { state: { sequence: id } })
  }
  const chart = page.chart && <ChartAbove page={page} filters={state.filters} fixed={fixed} />
  if (status === 'loading') return <ListSkeleton />
  if (status === 'error') return <LoadError what={t(label)} error={list.error} onRetry={commands.refresh} />
  // if the list is empty, a chart of the same rows need not say so again
  if (!shown || status === 'empty')
    return (
      <>
        {chart}
        {(!page.chart || page.chart.page) && (
          <div className="state">
            <p>{t('没有{label}', { label: t(label) })}</p>
          </div>
        )}
      </>
    )
  return (
    <>
      {chart}
      <div ref={rowPages} data-rows="" className={status === 'stale' ? 'rows stale' : 'rows'} onClick={follow}>
        <Grid
          rows={shown.rows}
          first={shown.first}
          rowKey={page.entity.key}
          query={shown.query}
          totals={shown.totals}
          name={t(label)}
          columns={columns}
          rowHeight={HEIGHT.row.default}
          sort={state.sort}
          group={page.group}
          provideTop={compiled.provideTop}
          onSort={commands.sort}
          onResize={compiled.resize}
        />
      </div>
      <Pager
        total={list.total}
        capped={list.capped}
        counting={list.counting}
        onCount={commands.count}
        page={state.page}
        size={state.size}
        sizes={sizesOf(app, page, state.size)}
        onPage={commands.turn}
        onStep={commands.step}
        onSize={commands.resize}
      />
    </>
  )
}
