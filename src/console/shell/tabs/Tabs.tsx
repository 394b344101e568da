import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent, type RefObject } from 'react'
import { useApp } from '../../app/useApp.ts'
import { t } from '../../i18n/t.ts'
import { maximised } from '../../navigation/maximised.ts'
import { isShortcut } from '../../navigation/shortcuts.ts'
import { type OpenTab, tabs } from '../../navigation/tabs.ts'
import { Icon } from '../../theme/icons.tsx'
import { Tab } from './Tab.tsx'
import { TabName } from './TabName.tsx'
import { TabMenu } from './TabMenu.tsx'
import { useTabCommands, useTabShortcuts, type TabCommands } from './useTabCommands.ts'

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
  const commands = useTabCommands()
  useTabShortcuts(commands)
  useWholeInView(bar, open, active)
  // its place is kept, so that the first page does not move
  if (open.length === 0) return <div className="tabs-bar" />
  const openMenu = (id: string, element: HTMLElement, at?: { x: number; y: number }) => {
    const { left, bottom } = element.getBoundingClientRect()
    setMenu({ id, ...(at ?? { x: left, y: bottom }) })
  }
  const keys = (event: KeyboardEvent<HTMLElement>, tab: OpenTab) => {
    if (isShortcut(event.nativeEvent, 'tabMenu') || event.key === 'ContextMenu') openMenu(tab.id, event.currentTarget)
    else if (!pressTab(event, tab, open, commands, bar.current)) return
    event.preventDefault()
  }
  return (
    <nav className="tabs-bar" aria-label={t('打开的页面')}>
      <div ref={bar} className="tabs" role="tablist" aria-label={t('打开的页面')}>
        {open.map(tab => (
          <Tab
            key={tab.id}
            tab={tab}
            tabs={open}
            active={tab.id === active}
            commands={commands}
            onMenu={openMenu}
            onKeyDown={event => keys(event, tab)}
          />
        ))}
      </div>
      <TabTools onMenu={element => openMenu(active, element)} />
      {open
        .filter(tab => tab.id === active)
        .map(tab => (
          <TabName key={tab.id} tab={tab} />
        ))}
      {menu && <TabMenu at={menu} tabs={open} onClose={() => setMenu(undefined)} onCloseTabs={commands.close} />}
    </nav>
  )
}

/** Keys on a tab: arrows go along the tabs, with Ctrl and Shift they move it, Delete closes it. */
function pressTab(
  event: KeyboardEvent,
  tab: OpenTab,
  open: readonly OpenTab[],
  commands: TabCommands,
  bar: HTMLElement | null,
): boolean {
  const at = open.indexOf(tab)
  const beside = (step: number): OpenTab | undefined => open[(at + step + open.length) % open.length]
  if (isShortcut(event.nativeEvent, 'tabLeft')) commands.move(tab.id, open[at - 1]?.id)
  else if (isShortcut(event.nativeEvent, 'tabRight')) commands.move(tab.id, open[at + 1]?.id)
  else if (event.key === 'Delete') commands.close([tab.id])
  else {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step === undefined ? undefined : beside(step)
    if (!next) return false
    bar?.querySelectorAll<HTMLElement>('[role=tab]')[open.indexOf(next)]?.focus()
  }
  return true
}

/** The mouse's ways to what keys do: the menu of the tab on screen, and the page in the whole window. */
function TabTools({ onMenu }: { onMenu: (element: HTMLElement) => void }) {
  const app = useApp()
  const store = maximised(app)
  const whole = useSyncExternalStore(store.subscribe, store.get)
  const text = whole ? t('还原') : t('最大化内容')
  return (
    <div className="tab-tools">
      <button
        type="button"
        className="tool"
        aria-label={t('页签的菜单')}
        title={t('页签的菜单')}
        aria-haspopup="menu"
        onClick={event => onMenu(event.currentTarget)}
      >
        <i className="arrow" />
      </button>
      <button
        type="button"
        className="tool"
        aria-label={text}
        title={`${text} (Alt+M)`}
        aria-pressed={whole}
        onClick={() => store.set(!whole)}
      >
        <Icon name={whole ? 'shrink' : 'expand'} />
      </button>
    </div>
  )
}

/** The tab on screen is whole in view, also once it has its record's name; the wheel turns the strip sideways. */
function useWholeInView(bar: RefObject<HTMLElement | null>, open: readonly OpenTab[], active: string): void {
  const shown = open.find(tab => tab.id === active)
  useEffect(() => {
    // with the next picture, which lays out the page anyway: asked for here, the page would be laid out twice
    const frame = requestAnimationFrame(() =>
      bar.current
        ?.querySelector('[aria-selected=true]')
        ?.parentElement?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [bar, active, shown?.name, open.length])
  useEffect(() => {
    const strip = bar.current
    const turn = (event: WheelEvent) => {
      if (!strip || strip.scrollWidth <= strip.clientWidth || event.deltaX !== 0) return
      strip.scrollLeft += event.deltaY
      event.preventDefault()
    }
    strip?.addEventListener('wheel', turn, { passive: false })
    return () => strip?.removeEventListener('wheel', turn)
  }, [bar, open.length])
}
