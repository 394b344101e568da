import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** A layer over the page: traps the focus, closes on Esc and restores the focus. */
export function Layer({
  className,
  label,
  order,
  onClose,
  onKey,
  children,
}: {
  className: string
  label: string
  /** what it lies over, if not set by the style sheet */
  order?: number
  onClose: () => void
  onKey?: (key: string) => void
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    box.current?.focus()
    return () => before?.focus?.()
  }, [])
  const key = (event: KeyboardEvent) => {
    // clicks and keys within the layer must not reach the page behind it
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Tab') keepInside(box.current, event)
    else onKey?.(event.key)
  }
  return createPortal(
    <div
      ref={box}
      className={className}
      role="dialog"
      aria-modal="true"
      aria-label={label}
      tabIndex={-1}
      {...(order === undefined ? {} : { style: { zIndex: order } })}
      onKeyDown={key}
    >
      {children}
    </div>,
    document.body,
  )
}

function keepInside(box: HTMLElement | null, event: KeyboardEvent): void {
  const stops = [...(box?.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], input, select') ?? [])]
  const [first] = stops
  const last = stops.at(-1)
  if (!first || !last) return event.preventDefault()
  const here = document.activeElement
  if (event.shiftKey && (here === first || here === box)) last.focus()
  else if (!event.shiftKey && here === last) first.focus()
  else return
  event.preventDefault()
}
