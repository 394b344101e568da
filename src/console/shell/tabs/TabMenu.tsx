import { useCallback, useEffect, useRef } from 'react'
import { useApp } from '../../app/useApp.ts'
import { t } from '../../i18n/t.ts'
import { reloadPage } from '../../navigation/reload.ts'
import { useOutside } from '../../pages/parts/useOutside.ts'
import { keys } from '../../pages/parts/MoreMenu.tsx'
import { type OpenTab, tabs } from '../../navigation/tabs.ts'

interface TabMenuProps {
  at: { id: string; x: number; y: number }
  tabs: OpenTab[]
  onClose: () => void
  onCloseTabs: (ids: string[]) => void
}

export function TabMenu({ at, tabs: open, onClose, onCloseTabs }: TabMenuProps) {
  const app = useApp()
  const box = useRef<HTMLDivElement>(null)
  const close = useCallback(() => onClose(), [onClose])
  useOutside(box, true, close)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  const index = open.findIndex(tab => tab.id === at.id)
  const items: [text: string, ids: string[]][] = [
    [t('关闭'), open.length > 1 ? [at.id] : []],
    [t('关闭其他'), open.filter(tab => tab.id !== at.id).map(tab => tab.id)],
    [t('关闭右侧'), open.slice(index + 1).map(tab => tab.id)],
  ]
  return (
    <div
      ref={box}
      role="menu"
      className="popup"
      style={{ left: at.x, top: at.y }}
      onKeyDown={event => keys(event, box.current, onClose)}
    >
      {tabs(app).state().active === at.id && (
        <button
          type="button"
          role="menuitem"
          onClick={() => {
            onClose()
            reloadPage(app)
          }}
        >
          {t('刷新')}
        </button>
      )}
      {items.map(([text, ids]) => (
        <button
          key={text}
          type="button"
          role="menuitem"
          disabled={ids.length === 0}
          onClick={() => {
            onClose()
            onCloseTabs(ids)
          }}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
