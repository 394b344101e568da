import { useRef } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Action } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { isDisabled, whyDisabled } from '../../data/config/scope.ts'
import type { Row } from '../../../core/contract/api.ts'
import { useMenu } from './useMenu.ts'

/** between the menu, its button and the edge of the window */
const EDGE = 12

export interface MoreAt {
  actions: Action[]
  row: Row
  anchor: HTMLElement
}

/** The menu behind a row's 更多; one for the whole list, positioned at the button. */
export function MoreMenu({
  at,
  onPick,
  onClose,
}: {
  at: MoreAt
  onPick: (action: Action) => void
  onClose: () => void
}) {
  const app = useApp()
  const menu = useRef<HTMLDivElement>(null)
  const { anchor, actions, row } = at
  useMenu(menu, onClose)
  const box = anchor.getBoundingClientRect()
  const [above, below] = [box.top - EDGE, window.innerHeight - box.bottom - EDGE]
  const upwards = actions.length * 32 + EDGE > below && above > below
  const place = {
    right: window.innerWidth - box.right,
    maxHeight: upwards ? above : below,
    ...(upwards ? { bottom: window.innerHeight - box.top + 4 } : { top: box.bottom + 4 }),
  }
  return (
    <div
      ref={menu}
      role="menu"
      className="popup"
      style={place}
      onKeyDown={event =>
        keys(event, menu.current, () => {
          onClose()
          anchor.focus()
        })
      }
    >
      {actions.map(action => (
        <button
          key={action.name}
          type="button"
          role="menuitem"
          className={action.danger ? 'danger' : undefined}
          disabled={isDisabled(app, action, row)}
          title={isDisabled(app, action, row) ? whyDisabled(app, action) : undefined}
          onClick={() => onPick(action)}
        >
          {t(action.label)}
        </button>
      ))}
    </div>
  )
}

/** Arrows move within the menu, Esc closes it. */
export function keys(event: React.KeyboardEvent, menu: HTMLElement | null, close: () => void): void {
  if (event.key === 'Escape' || event.key === 'Tab') return close()
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const items = [...(menu?.querySelectorAll<HTMLElement>('button:not(:disabled), a') ?? [])]
  const here = items.indexOf(document.activeElement as HTMLElement)
  items[(here + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length]?.focus()
}
