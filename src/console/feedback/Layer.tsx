import { useEffect, useRef, type ReactNode } from 'react'

interface LayerProps {
  className: string
  /** its name for those who cannot see it */
  label: string
  onClose: () => void
  children: ReactNode
}

/** The browser's own dialog over the page: Esc and a click beside it close it; the focus goes back to where it was. */
export function Layer({ className, label, onClose, children }: LayerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal?.(), [])
  return (
    <dialog
      ref={dialog}
      className={`layer ${className}`}
      aria-label={label}
      onClose={onClose}
      onClick={event => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
