import { Suspense, useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { ListPage } from '../../../core/contract/configuration.ts'
import { look } from '../../theme/look.ts'
import { HEIGHT } from '../../theme/scale.ts'
import { PageHead } from '../parts/PageHead.tsx'
import { announceListShown } from '../../navigation/shownList.ts'
import { useActions, type Run } from '../actions/useActions.ts'
import { useRefresh } from '../parts/useRefresh.ts'
import type { ViewProps } from '../parts/view.ts'
import { columnReader } from './columns/columnPrefs.ts'
import { ChartAbove } from './ChartAbove.tsx'
import { compileList, type CompiledList } from './columns/columns.tsx'
import { failures } from './jobs/failures.ts'
import { FilterBar } from './FilterBar.tsx'
import { ActiveFilters } from './ActiveFilters.tsx'
import { isAsInView, useActiveView } from './panels/views.ts'
import { jobs } from './jobs/jobs.ts'
import { Outdated } from '../parts/ListStates.tsx'
import { ListRows } from './ListRows.tsx'
import { ListTabs } from './ListTabs.tsx'
import { ListTools } from './ListTools.tsx'
import { MoreMenu } from '../parts/MoreMenu.tsx'
import { Pager } from './Pager.tsx'
import { pending } from './jobs/pending.ts'
import { sizesOf, writeState } from './query/state.ts'
import { withinTab } from './query/tabs.ts'
import { Toolbar } from './Toolbar.tsx'
import { rememberedReader } from './query/remembered.ts'
import { useRowPages } from './query/useRowPages.ts'
import { useServerPrefs } from './query/useServerPrefs.ts'
import { useListController, type ListCommands, type ListController, wayBack } from './query/useListController.ts'
import { useCellMenu } from './useCellMenu.tsx'
import { useRowClicks } from './useRowClicks.ts'
import { lazyPart } from '../../boundaries/lazyPart.ts'

const ColumnNotice = lazyPart(async () => ({ default: (await import('./panels/ColumnNotice.tsx')).ColumnNotice }))
const FailedStrip = lazyPart(async () => ({ default: (await import('./panels/FailedStrip.tsx')).FailedStrip }))
const JobBar = lazyPart(async () => ({ default: (await import('./panels/JobBar.tsx')).JobBar }))

const ListTree = lazyPart(() => import('./ListTree.tsx'))

const NOTHING: never[] = []

export function ListView({ page, search, visit }: ViewProps<ListPage>) {
  const app = useApp()
  const list = useListController(page, search)
  const compiled = useMemo(() => compileList(app, page), [app, page])
  const { state, commands, shown, total } = list
  const asked = useMemo(() => withinTab(app, page, state.tab), [app, page, state.tab])
  const chosen = look(app)
  const { density } = useSyncExternalStore(chosen.subscribe, chosen.get)
  const rowPages = useRowPages(list)
  const run = useActions(page)
  useNewVisit(visit, compiled, commands)
  compiled.see({ state, commands, total })
  if (shown) compiled.selection.show(shown.rows)
  const readers = useMemo(
    () => [columnReader(app, page.route, compiled.columns), rememberedReader(app, page.route)],
    [app, page, compiled],
  )
  useServerPrefs(readers, shown !== undefined)
  useClearAllMatching(page, list, compiled)
  useRefresh(page, shown?.rows ?? NOTHING)
  useEffect(() => {
    if (shown) announceListShown(app, page)
  }, [app, shown, page])
  useResumedWork(page, compiled)
  const view = useActiveView(page.route)
  const cells = useCellMenu(asked, compiled, shown?.rows)
  const clicks = useRowClicks(page, shown?.rows, run)
  return (
    <section className="page list">
      <PageHead page={page} />
      {asked.filters.length > 0 && (
        <FilterBar
          page={asked}
          values={state.filters}
          onQuery={commands.query}
          provideReveal={compiled.provideReveal}
        />
      )}
      <ActiveFilters page={asked} filters={state.filters} onQuery={commands.query} />
      <Toolbar
        page={page}
        compiled={compiled}
        total={total}
        run={run}
        lead={page.tabs && <ListTabs page={page} state={state} onPick={commands.part} />}
        tools={
          <ListTools
            page={page}
            compiled={compiled}
            view={view && isAsInView(app, page, view, state) ? view.name : undefined}
            onRefresh={commands.refresh}
          />
        }
      />
      <Strips page={page} compiled={compiled} />
      {page.chart && <ChartAbove page={page} filters={state.filters} />}
      {list.status === 'outdated' && (
        <Outdated error={list.error} other={list.other} onRetry={commands.refresh} onReset={wayBack(state, commands)} />
      )}
      <BesideTree page={page} list={list}>
        <div
          ref={rowPages}
          data-rows=""
          className={list.status === 'stale' ? 'rows stale' : 'rows'}
          aria-busy={list.status === 'stale'}
          onClick={clicks.click}
          onContextMenu={cells.open}
        >
          <ListRows page={page} list={list} compiled={compiled} run={run} rowHeight={HEIGHT.row[density]} />
        </div>
      </BesideTree>
      {shown && <ListPager page={page} list={list} compiled={compiled} />}
      {cells.menu}
      <RowMenu clicks={clicks} run={run} />
    </section>
  )
}

/** The rows, with the values of a filter to their left where the page has such a tree. */
function BesideTree({ page, list, children }: { page: ListPage; list: ListController; children: ReactNode }) {
  if (!page.tree) return children
  return (
    <div className="beside-tree">
      <Suspense fallback={<nav className="list-tree" />}>
        <ListTree page={page} tree={page.tree} state={list.state} onQuery={list.commands.query} />
      </Suspense>
      {children}
    </div>
  )
}

/** The menu behind a row's 更多. */
function RowMenu({ clicks: { more, close }, run }: { clicks: ReturnType<typeof useRowClicks>; run: Run }) {
  if (!more) return null
  return (
    <MoreMenu
      at={more}
      onClose={close}
      onPick={action => {
        close()
        run(action, [more.row])
      }}
    />
  )
}

function ListPager({ page, list, compiled }: { page: ListPage; list: ListController; compiled: CompiledList }) {
  const app = useApp()
  const { state, commands, total, capped } = list
  return (
    <Pager
      total={total}
      capped={capped}
      counting={list.counting}
      onCount={commands.count}
      page={state.page}
      size={state.size}
      sizes={sizesOf(app, page, state.size)}
      onPage={next => {
        commands.turn(next)
        compiled.top.current?.glide()
      }}
      onStep={by => {
        commands.step(by)
        compiled.top.current?.glide()
      }}
      onSize={size => {
        commands.resize(size)
        compiled.top.current?.glide()
      }}
    />
  )
}

/** A new visit scrolls to the top and clears the selection; a return restores both, although its effects run again. */
function useNewVisit(visit: number, compiled: CompiledList, { visited }: ListCommands): void {
  const seen = useRef(visit)
  useEffect(() => {
    if (seen.current === visit) return
    seen.current = visit
    visited()
    compiled.selection.clear()
    compiled.top.current?.jump()
  }, [visit, compiled, visited])
}

/** Clears "all matching" when the filters change, because it means the rows that matched the old ones. */
function useClearAllMatching(page: ListPage, { state }: ListController, { selection }: CompiledList): void {
  const app = useApp()
  const filters = useRef('')
  useEffect(() => {
    // plain: what is remembered of the list, such as another page size, changes nothing of what matches
    const now = writeState(
      app,
      page,
      { page: 1, size: page.pageSize, filters: state.filters, ...(state.tab ? { tab: state.tab } : {}) },
      { plain: true },
    )
    if (filters.current !== now) selection.clearAllMatching()
    filters.current = now
  }, [app, page, state, selection])
}

/** Messages about changed columns and running jobs, loaded only when needed. */
function Strips({ page, compiled }: { page: ListPage; compiled: CompiledList }) {
  const app = useApp()
  const { added, removed } = useSyncExternalStore(compiled.columns.subscribe, compiled.columns.changes)
  const going = useSyncExternalStore(jobs(app).subscribe, jobs(app).list)
  const failed = useSyncExternalStore(failures(app).subscribe, () => failures(app).of(page.route))
  if (added.length + removed.length + going.length === 0 && !failed) return null
  return (
    <Suspense fallback={null}>
      {added.length + removed.length > 0 && <ColumnNotice route={page.route} store={compiled.columns} />}
      {failed && <FailedStrip failures={failed} onClose={() => failures(app).put(page.route, undefined)} />}
      {going.map(job => (
        <JobBar key={job.id} job={job} />
      ))}
    </Suspense>
  )
}

/** Continues to show jobs started before the page was reloaded. */
function useResumedWork(page: ListPage, compiled: CompiledList): void {
  const app = useApp()
  useEffect(() => {
    const left = pending(app).left()
    if (left.length) void import('./jobs/resume.ts').then(({ resume }) => resume(app, left, page, compiled))
  }, [app, page, compiled])
}
