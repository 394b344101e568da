import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useApp } from '../../app/useApp.ts'
import { t } from '../../i18n/t.ts'
import { mayLeave } from '../../navigation/navigation.ts'
import { afterClosing, type OpenTab, tabs } from '../../navigation/tabs.ts'
import { TabName } from './TabName.tsx'
import { TabMenu } from './TabMenu.tsx'

interface MenuAt {
  id: string
  x: number
  y: number
}

/** The tab bar. A page no longer in the cache is loaded again from the tab's address. */
export function Tabs() {
  const app = useApp()
  const store = tabs(app)
  const { tabs: open, active } = useSyncExternalStore(store.subscribe, store.state)
  const [menu, setMenu] = useState<MenuAt | undefined>()
  const bar = useRef<HTMLDivElement>(null)
  const { go, close } = useTabCommands()
  useEffect(() => {
    bar.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [active])
  // its place is kept, so that the first page does not move
  if (open.length === 0) return <div className="tabs-bar" />
  const keys = (event: KeyboardEvent, tab: OpenTab) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (event.key === 'Delete') close([tab.id])
    else if (step)
      bar.current
        ?.querySelectorAll<HTMLElement>('[role=tab]')
        [(open.indexOf(tab) + step + open.length) % open.length]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <div className="tabs-bar">
      <div ref={bar} className="tabs" role="tablist" aria-label={t('打开的页面')}>
        {open.map(tab => (
          <div
            key={tab.id}
            className={tab.id === active ? 'tab on' : 'tab'}
            role="presentation"
            onContextMenu={event => {
              event.preventDefault()
              setMenu({ id: tab.id, x: event.clientX, y: event.clientY })
            }}
          >
            <button
              type="button"
              role="tab"
              aria-keyshortcuts="Delete"
              aria-selected={tab.id === active}
              tabIndex={tab.id === active ? 0 : -1}
              title={labelOf(tab, ' ')}
              onClick={() => go(tab)}
              onKeyDown={event => keys(event, tab)}
              onAuxClick={event => {
                if (event.button === 1) close([tab.id])
              }}
            >
              {labelOf(tab)}
            </button>
            {open.length > 1 && (
              <button
                type="button"
                className="tab-close"
                tabIndex={-1}
                aria-hidden="true"
                title={t('关闭“{name}”', { name: labelOf(tab) })}
                onClick={() => close([tab.id])}
              />
            )}
          </div>
        ))}
      </div>
      {open
        .filter(tab => tab.id === active)
        .map(tab => (
          <TabName key={tab.id} tab={tab} />
        ))}
      {menu && <TabMenu at={menu} tabs={open} onClose={() => setMenu(undefined)} onCloseTabs={close} />}
    </div>
  )
}

const labelOf = (tab: OpenTab, join?: string): string =>
  tab.name ? (join === undefined ? tab.name : t(tab.title) + join + tab.name) : t(tab.title)

function useTabCommands() {
  const app = useApp()
  const navigate = useNavigate()
  const leaveFor = async (tab: OpenTab | undefined): Promise<boolean> => {
    if (!(await mayLeave(app))) return false
    void navigate(tab?.url ?? '/', { state: { tab: true } })
    return true
  }
  return {
    go: (tab: OpenTab) => {
      if (tab.id !== tabs(app).state().active) void leaveFor(tab)
    },
    close: (ids: string[]) => {
      const state = tabs(app).state()
      if (!ids.includes(state.active)) return tabs(app).close(ids)
      void leaveFor(afterClosing(state, ids)).then(left => {
        if (left) tabs(app).close(ids)
      })
    },
  }
}
