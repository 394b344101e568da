import { useState, type KeyboardEvent } from 'react'
import { t } from '../../i18n/t.ts'
import { tailOf, type OpenTab } from '../../navigation/tabs.ts'
import type { TabCommands } from './useTabCommands.ts'

interface TabProps {
  tab: OpenTab
  tabs: readonly OpenTab[]
  active: boolean
  commands: TabCommands
  onMenu: (id: string, element: HTMLElement, at?: { x: number; y: number }) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

const CARRIED = 'text/x-tab'

export function Tab({ tab, tabs, active, commands, onMenu, onKeyDown }: TabProps) {
  const [over, setOver] = useState(false)
  const tail = tailOf(tabs, tab)
  const label = labelOf(tab)
  const state = [active ? ' on' : '', tab.pinned ? ' pinned' : '', over ? ' over' : ''].join('')
  return (
    <div
      className={`tab${state}`}
      role="presentation"
      draggable
      onDragStart={event => {
        event.dataTransfer.setData(CARRIED, tab.id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={event => {
        if (!event.dataTransfer.types.includes(CARRIED)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        commands.move(event.dataTransfer.getData(CARRIED), tab.id)
      }}
      onContextMenu={event => {
        event.preventDefault()
        onMenu(tab.id, event.currentTarget, { x: event.clientX, y: event.clientY })
      }}
    >
      <button
        type="button"
        role="tab"
        aria-keyshortcuts="Delete Shift+F10"
        aria-selected={active}
        tabIndex={active ? 0 : -1}
        title={[t(tab.title), tab.name, tail, tab.pinned ? t('已固定页签') : ''].filter(Boolean).join(' ')}
        onClick={() => commands.go(tab)}
        onKeyDown={onKeyDown}
        onAuxClick={event => {
          if (event.button === 1) commands.close([tab.id])
        }}
      >
        {tab.pinned && <i className="pin" />}
        <span className="tab-label">{label}</span>
        {tail && <span className="tab-tail">{tail}</span>}
      </button>
      {tabs.length > 1 && !tab.pinned && (
        <button
          type="button"
          className="tab-close"
          tabIndex={-1}
          aria-hidden="true"
          title={t('关闭“{name}”', { name: label })}
          onClick={() => commands.close([tab.id])}
        />
      )}
    </div>
  )
}

const labelOf = (tab: OpenTab): string => tab.name ?? t(tab.title)
