import { useRef } from 'react'
import { keys } from '../../parts/MoreMenu.tsx'
import { useMenu } from '../../parts/useMenu.ts'

export interface CellMenuItem {
  label: string
  pick: () => void
}
export interface CellMenuAt {
  items: CellMenuItem[]
  x: number
  y: number
  /** gets the focus back */
  origin: HTMLElement
}

const ITEM_HEIGHT = 32
const WIDTH = 280

/** What can be done with one cell, row or head of a list: opened by the context menu's button or key. */
export function CellMenu({ at, onClose }: { at: CellMenuAt; onClose: () => void }) {
  const menu = useRef<HTMLDivElement>(null)
  useMenu(menu, onClose)
  const back = () => {
    onClose()
    at.origin.focus()
  }
  const style = {
    left: Math.max(0, Math.min(at.x, window.innerWidth - WIDTH)),
    top: Math.max(0, Math.min(at.y, window.innerHeight - at.items.length * ITEM_HEIGHT - 16)),
    maxWidth: WIDTH,
  }
  return (
    <div
      ref={menu}
      role="menu"
      className="popup cell-menu"
      style={style}
      onKeyDown={event => keys(event, menu.current, back)}
    >
      {at.items.map(({ label, pick }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          title={label}
          onClick={() => {
            back()
            pick()
          }}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
