import { useCallback, useRef, useState, type ComponentType, type KeyboardEvent } from 'react'
import { Part } from '../../boundaries/Part.tsx'
import { keys } from '../../pages/parts/MoreMenu.tsx'
import { useOutside } from '../../pages/parts/useOutside.ts'
import { useGuardedClose } from '../../navigation/useUnsaved.ts'
import { Icon } from '../../theme/icons.tsx'

export interface DropPanel {
  onClose: () => void
  /** tells that something was typed or chosen in it, or no longer is */
  onTyped: (isTyped: boolean) => void
}

interface DropProps {
  icon: string
  text: string
  more?: string
  className: string
  /** shown beside the icon, which then stands alone: the text is what it is called */
  count?: { text: string; label: string } | undefined
  /** the panel is a menu, with arrow keys */
  menu?: boolean
  Panel: ComponentType<DropPanel>
}

/** A header button with a panel, which is loaded at the first click and closed by Esc or a click outside. */
export function Drop({ icon, text, more, className, count, menu, Panel }: DropProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const isTyped = useRef(false)
  const onTyped = useCallback((typed: boolean) => {
    isTyped.current = typed
  }, [])
  const close = useGuardedClose(
    () => open && isTyped.current,
    () => {
      setOpen(false)
      if (box.current?.contains(document.activeElement)) box.current.querySelector('button')?.focus()
    },
  )
  useOutside(box, open, close)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    if (menu) keys(event, box.current, close)
    else if (event.key === 'Escape') close(event)
  }
  return (
    <div ref={box} className={`drop ${className}`} onKeyDown={onKeyDown}>
      <button
        type="button"
        className="head-button user-name"
        title={count?.label ?? text}
        aria-label={count?.label}
        aria-haspopup={menu ? 'menu' : 'dialog'}
        aria-expanded={open}
        onClick={open ? close : () => setOpen(true)}
      >
        <Icon name={icon} />
        {count === undefined ? <span className="head-text">{text}</span> : count.text && <b>{count.text}</b>}
        {more && <span className="weak">{more}</span>}
      </button>
      {open && (
        <Part>
          <Panel onClose={close} onTyped={onTyped} />
        </Part>
      )}
    </div>
  )
}
