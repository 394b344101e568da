import { useCallback, useState, type MouseEvent } from 'react'
import type { Row } from '../../../core/contract/api.ts'
import type { ListPage } from '../../../core/contract/configuration.ts'
import { useGo } from '../navigation.ts'
import { at } from '../scope.ts'
import type { Run } from '../useActions.ts'
import type { MoreAt } from './MoreMenu.tsx'
import { hiddenActions } from './rowActions.tsx'

/** One handler for every link and button of the table. */
export function useRowClicks(page: ListPage, rows: Row[] | undefined, run: Run) {
  const go = useGo()
  const [more, setMore] = useState<MoreAt | undefined>()
  const close = useCallback(() => setMore(undefined), [])
  const click = (event: MouseEvent<HTMLElement>) => {
    const target = (event.target as HTMLElement).closest<HTMLElement>('[data-go],[data-act],[data-more]')
    if (!target) return
    if (target.dataset.go !== undefined) return follow(event, target, go)
    const key = target.closest<HTMLElement>('[data-row-key]')?.dataset.rowKey
    const row = rows?.find((one) => String(one[page.entity.key]) === key)
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
