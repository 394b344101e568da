import { useCallback, useEffect, useRef } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { ConsoleApp } from '../../app/app.ts'
import { t } from '../../i18n/t.ts'
import { maximised } from '../../navigation/maximised.ts'
import { reloadPage } from '../../navigation/reload.ts'
import { useOutside } from '../../pages/parts/useOutside.ts'
import { keys } from '../../pages/parts/MoreMenu.tsx'
import { type OpenTab, tabs, tabsBeside } from '../../navigation/tabs.ts'

interface TabMenuProps {
  at: { id: string; x: number; y: number }
  tabs: OpenTab[]
  onClose: () => void
  onCloseTabs: (ids: string[]) => void
}

const WIDTH = 140
const EDGE = 8

export function TabMenu({ at, tabs: open, onClose, onCloseTabs }: TabMenuProps) {
  const app = useApp()
  const box = useRef<HTMLDivElement>(null)
  const close = useCallback(() => onClose(), [onClose])
  useOutside(box, true, close)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const left = Math.min(at.x, window.innerWidth - WIDTH - EDGE)
  return (
    <div
      ref={box}
      role="menu"
      className="popup"
      aria-label={t('页签的菜单')}
      style={{ left, top: at.y, maxHeight: window.innerHeight - at.y - EDGE }}
      onKeyDown={event => keys(event, box.current, onClose)}
    >
      {itemsOf(app, at.id, open, onCloseTabs).map(({ text, run }) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          disabled={run === undefined}
          onClick={() => {
            onClose()
            run?.()
          }}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

interface Item {
  text: string
  /** undefined: there is nothing to do */
  run: (() => void) | undefined
}

function itemsOf(app: ConsoleApp, id: string, open: OpenTab[], onCloseTabs: (ids: string[]) => void): Item[] {
  const tab = open.find(one => one.id === id)
  const beside = tabsBeside(open, id)
  const pinned = tab?.pinned === true
  const closing = (text: string, ids: string[]): Item => ({
    text,
    run: ids.length === 0 ? undefined : () => onCloseTabs(ids),
  })
  const shown = tabs(app).state().active === id
  const store = maximised(app)
  return [
    ...(shown ? [{ text: t('刷新'), run: () => reloadPage(app) }] : []),
    { text: pinned ? t('取消固定页签') : t('固定页签'), run: () => tabs(app).pin(id, !pinned) },
    closing(t('关闭'), open.length > 1 ? [id] : []),
    closing(t('关闭左侧'), beside.left),
    closing(t('关闭右侧'), beside.right),
    closing(t('关闭其他'), beside.others),
    ...(shown ? [{ text: store.get() ? t('还原') : t('最大化内容'), run: () => store.set(!store.get()) }] : []),
  ]
}
