import { useCallback, useState, type MouseEvent } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { ConsoleApp } from '../../app/app.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { ListPage } from '../../../core/contract/configuration.ts'
import { useGo } from '../../navigation/navigation.ts'
import { at } from '../../data/config/scope.ts'
import type { Run } from '../actions/useActions.ts'
import type { MoreAt } from '../parts/MoreMenu.tsx'
import { hiddenActions } from './columns/rowActions.tsx'

interface Opened {
  key: string
  anchor: HTMLElement
}

/** Actions behind 更多 by the row's current state: it may have been reloaded since the menu was opened. */
function moreAt(app: ConsoleApp, page: ListPage, row: Row | undefined, anchor: HTMLElement): MoreAt | undefined {
  const actions = row ? hiddenActions(app, at(page.actions, 'row'), row) : []
  return row && actions.length > 0 ? { actions, row, anchor } : undefined
}

/** One event handler for all links and buttons of the table. */
export function useRowClicks(page: ListPage, rows: Row[] | undefined, run: Run) {
  const app = useApp()
  const go = useGo()
  const [opened, setOpened] = useState<Opened | undefined>()
  const close = useCallback(() => setOpened(undefined), [])
  const rowOf = (key: string) => rows?.find(one => String(one[page.entity.key]) === key)
  const click = (event: MouseEvent<HTMLElement>) => {
    const target = (event.target as HTMLElement).closest<HTMLElement>('[data-go],[data-act],[data-more]')
    if (!target) return
    if (target.dataset.go !== undefined) return follow(event, target, go)
    const key = target.closest<HTMLElement>('[data-row-key]')?.dataset.rowKey ?? ''
    const row = rowOf(key)
    if (!row) return
    const action = page.actions.find(one => one.name === target.dataset.act)
    if (action) run(action, [row])
    else setOpened({ key, anchor: target })
  }
  return { click, more: opened && moreAt(app, page, rowOf(opened.key), opened.anchor), close }
}

function follow(event: MouseEvent<HTMLElement>, link: HTMLElement, go: ReturnType<typeof useGo>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  go.to(link.getAttribute('href') ?? '/')
}
