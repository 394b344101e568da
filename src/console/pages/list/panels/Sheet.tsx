import { useLayoutEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { t } from '../../../i18n/t.ts'
import { useGuardedClose } from '../../../navigation/useUnsaved.ts'
import './extra.css'

/** between a button and what hangs below it */
const GAP = 4

function placeUnder(button: HTMLElement): CSSProperties {
  const { bottom, right } = button.getBoundingClientRect()
  return { '--top': `${bottom + GAP}px`, '--right': `${window.innerWidth - right}px` } as CSSProperties
}

interface SidePanelProps {
  title: string
  /** the button that opens it, to hang below it; else it stands at the side of the window */
  under?: HTMLElement | undefined
  /** whether something was typed or chosen in it that closing would throw away */
  isChanged: () => boolean
  onClose: () => void
  children: ReactNode
  /** `close` as the ways of the panel itself: asks if something would be lost */
  foot?: ReactNode | ((close: () => void) => ReactNode)
}

/** A side panel based on <dialog>, which traps the focus, closes on Esc and restores the focus. */
export function SidePanel({ title, under, isChanged, onClose, children, foot }: SidePanelProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useGuardedClose(isChanged, onClose)
  // before it is taken out of the document: only then does the browser give the focus back
  useLayoutEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  const keys = (event: KeyboardEvent) => {
    // not left to the browser: pressed twice it closes a dialog whatever is said to its `cancel`
    if (event.key === 'Escape') close(event)
  }
  return (
    <dialog
      ref={dialog}
      className={under ? 'sheet under' : 'sheet'}
      style={under && placeUnder(under)}
      aria-label={title}
      onKeyDown={keys}
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      onClick={event => {
        if (event.target === dialog.current) close()
      }}
    >
      <div className="sheet-inside">
        <div className="layer-head">
          <h2>{title}</h2>
          <button type="button" className="tool sheet-close" aria-label={t('关闭面板')} onClick={close}>
            ×
          </button>
        </div>
        <div className="sheet-body">{children}</div>
        {foot && <footer>{typeof foot === 'function' ? foot(close) : foot}</footer>}
      </div>
    </dialog>
  )
}
