import { useEffect, useRef, type ReactNode } from 'react'
import { t } from '../../../i18n/t.ts'
import './extra.css'

/** A side panel based on <dialog>, which traps the focus, closes on Esc and restores the focus. */
export function SidePanel({
  title,
  onClose,
  children,
  foot,
}: {
  title: string
  onClose: () => void
  children: ReactNode
  foot?: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-label={title}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="sheet-inside">
        <div className="layer-head">
          <h2>{title}</h2>
          <button type="button" className="sheet-close" aria-label={t('关闭面板')} onClick={onClose}>
            ×
          </button>
        </div>
        <div className="sheet-body">{children}</div>
        {foot && <footer>{foot}</footer>}
      </div>
    </dialog>
  )
}
