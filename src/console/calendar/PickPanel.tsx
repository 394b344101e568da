import { useEffect, useRef, type KeyboardEvent } from 'react'

interface PickPanelProps {
  label: string
  /** in order; `off` ones cannot be picked */
  items: { key: string; label: string; off?: boolean }[]
  /** in a row */
  columns: number
  current: string
  onPick: (key: string) => void
  onClose: () => void
}

/** Years or months in the place of the days, walked by arrow keys. */
export function PickPanel({ label, items, columns, current, onPick, onClose }: PickPanelProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus(), [])
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key]
    if (by !== undefined) {
      const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
      buttons[buttons.indexOf(event.target as HTMLButtonElement) + by]?.focus()
    }
    if (by === undefined && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={box} role="group" aria-label={label} className={`calendar-panel of-${columns}`} onKeyDown={key}>
      {items.map(({ key: of, label: name, off }) => (
        <button
          key={of}
          type="button"
          className="button"
          disabled={off}
          aria-pressed={of === current}
          onClick={() => onPick(of)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
