import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

export interface StripTab {
  name: string
  label: string
  /** drawn behind the label: how many records */
  count?: ReactNode
  /** a stage of the tab before it */
  stage?: boolean
}

interface TabStripProps {
  /** ids of the tabs are `<id>.<name>` */
  id: string
  className: string
  label?: string
  tabs: readonly StripTab[]
  /** undefined: none is open, and Tab reaches the first */
  active: string | undefined
  onPick: (name: string) => void
  /** whether the panel `<id>.panel` is drawn beside it */
  panel?: boolean
}

/** A row of tabs: a click opens one, ← and → open the next, and Tab reaches only the open one. */
export function TabStrip({ id, className, label, tabs, active, onPick, panel }: TabStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  // the numbers come later, and make the tabs before the open one wider
  const counted = tabs.filter(({ count }) => count).length
  useLayoutEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (strip.current && open) strip.current.scrollLeft = open.offsetLeft + open.offsetWidth - strip.current.clientWidth
  }, [active, counted])
  const reached = active ?? tabs[0]?.name
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = by && tabs[(tabs.findIndex(tab => tab.name === reached) + by + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onPick(next.name)
    document.getElementById(`${id}.${next.name}`)?.focus()
  }
  return (
    <div ref={strip} className={`tab-strip ${className}`} role="tablist" aria-label={label} onKeyDown={keys}>
      {tabs.map(tab => (
        <button
          key={tab.name}
          id={`${id}.${tab.name}`}
          type="button"
          role="tab"
          aria-selected={tab.name === active}
          aria-controls={panel ? `${id}.panel` : undefined}
          data-stage={tab.stage || undefined}
          tabIndex={tab.name === reached ? 0 : -1}
          onClick={() => onPick(tab.name)}
        >
          {tab.label}
          {tab.count}
        </button>
      ))}
    </div>
  )
}
