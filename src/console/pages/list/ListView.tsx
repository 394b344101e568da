import { useCallback, useEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import type { Row } from '../../../core/contract/api.ts'
import type { ListPage } from '../../../core/contract/configuration.ts'
import { notify } from '../../data/notice.ts'
import { t } from '../../i18n/t.ts'
import { useGo } from '../navigation.ts'
import { PageHead } from '../PageHead.tsx'
import { at } from '../scope.ts'
import { useActions } from '../useActions.ts'
import { compileList, type CompiledList } from './columns.tsx'
import { FilterBar } from './FilterBar.tsx'
import { Grid } from './Grid.tsx'
import { ListEmpty, ListSkeleton, LoadError } from './ListStates.tsx'
import { MoreMenu, type MoreAt } from './MoreMenu.tsx'
import { Pager } from './Pager.tsx'
import { hiddenActions } from './rowActions.tsx'
import { sizesOf } from './state.ts'
import { Toolbar } from './Toolbar.tsx'
import { useListController, type ListController } from './useListController.ts'

export interface ViewProps<P> {
  page: P
  search: string
  /** grows with every visit that is a new one and no return */
  visit: number
}

export function ListView({ page, search, visit }: ViewProps<ListPage>) {
  const list = useListController(page, search)
  const compiled = useMemo(() => compileList(page), [page])
  const { state, commands, shown } = list
  const [dense, toggleDense] = useDensity()
  const run = useActions(page)
  useNewVisit(visit, compiled)
  if (shown) compiled.selection.show(shown.rows)
  const clicks = useRowClicks(page, shown?.rows ?? NONE, run)
  return (
    <section className="page list">
      <PageHead page={page}>
        <button type="button" className="link" aria-pressed={dense} onClick={toggleDense}>{dense ? t('标准行高') : t('紧凑行高')}</button>
        <button type="button" className="link" onClick={commands.refresh}>{t('刷新')}</button>
      </PageHead>
      {page.filters.length > 0 && <FilterBar page={page} values={state.filters} onQuery={commands.query} />}
      <Toolbar page={page} selection={compiled.selection} run={run} />
      <div className={list.status === 'stale' ? 'rows stale' : 'rows'} aria-busy={list.status === 'stale'} onClick={clicks.click}>
        <Rows page={page} list={list} compiled={compiled} rowHeight={dense ? 30 : 36} />
      </div>
      {shown && (
        <Pager
          total={list.total} capped={list.capped} page={state.page} size={state.size} sizes={sizesOf(page, state.size)} onPage={commands.turn} onSize={commands.resize}
        />
      )}
      {clicks.more && <MoreMenu at={clicks.more} onClose={clicks.close} onPick={(action) => { clicks.close(); if (clicks.more) run(action, [clicks.more.row]) }} />}
    </section>
  )
}

const NONE: Row[] = []

/** A new visit starts at the top with nothing ticked; a return (effects run again on it) finds all as it was. */
function useNewVisit(visit: number, compiled: CompiledList): void {
  const seen = useRef(visit)
  useEffect(() => {
    if (seen.current === visit) return
    seen.current = visit
    compiled.selection.clear()
    compiled.toTop()
  }, [visit, compiled])
}

function Rows({ page, list, compiled, rowHeight }: { page: ListPage; list: ListController; compiled: CompiledList; rowHeight: number }) {
  const { shown, state, commands, status } = list
  if (status === 'loading') return <ListSkeleton />
  if (status === 'error') return <LoadError what={t(page.title)} error={list.error} onRetry={commands.refresh} />
  if (!shown || status === 'empty') return <ListEmpty filtered={Object.keys(state.filters).length > 0} onReset={() => commands.query({})} />
  return (
    <Grid
      rows={shown.rows} first={shown.first} rowKey={page.entity.key} query={shown.query} columns={compiled.columns} rowHeight={rowHeight} sort={state.sort} provideTop={compiled.provideTop}
      onSort={commands.sort}
    />
  )
}

/** One handler for every link and button of the table. */
function useRowClicks(page: ListPage, rows: Row[], run: ReturnType<typeof useActions>) {
  const go = useGo()
  const [more, setMore] = useState<MoreAt | undefined>()
  const close = useCallback(() => setMore(undefined), [])
  const click = (event: MouseEvent<HTMLElement>) => {
    const target = (event.target as HTMLElement).closest<HTMLElement>('[data-go],[data-act],[data-more],[data-copy]')
    if (!target) return
    if (target.dataset.copy !== undefined) return void copy(target.dataset.copy)
    if (target.dataset.go !== undefined) return follow(event, target, go)
    const key = target.closest<HTMLElement>('[data-row-key]')?.dataset.rowKey
    const row = rows.find((one) => String(one[page.entity.key]) === key)
    if (!row) return
    const action = page.actions.find((one) => one.name === target.dataset.act)
    if (action) run(action, [row])
    else setMore({ actions: hiddenActions(at(page.actions, 'row'), row), row, anchor: target })
  }
  return { click, more, close }
}

function follow(event: MouseEvent<HTMLElement>, link: HTMLElement, go: ReturnType<typeof useGo>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  go.to(link.getAttribute('href') ?? '/')
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard?.writeText(text).then(
    () => notify({ level: 'success', text: t('已复制'), seconds: 1 }),
    () => notify({ level: 'warning', text: t('浏览器不允许复制') }),
  )
}

const DENSITY = 'list.dense'
function useDensity(): [boolean, () => void] {
  const [dense, setDense] = useState(() => localStorage.getItem(DENSITY) === '1')
  const toggle = () => {
    localStorage.setItem(DENSITY, dense ? '0' : '1')
    setDense(!dense)
  }
  return [dense, toggle]
}
