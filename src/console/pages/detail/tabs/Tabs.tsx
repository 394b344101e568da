import type { KeyboardEvent, ReactNode } from 'react'
import type { Tab } from '../../../../core/contract/configuration.ts'
import { t } from '../../../i18n/t.ts'
import { Count } from './Count.tsx'
import type { TabCount } from './useRelated.ts'

interface TabsProps {
  id: string
  /** label of the page's own tab before all others, if there is one */
  first: string | undefined
  tabs: Tab[]
  /** undefined: the page's own tab */
  active: Tab | undefined
  onPick: (name: string) => void
  /** numbers of records behind tabs, as far as they are known */
  counts: Record<string, TabCount>
  children: ReactNode
}

export function Tabs({ id, first, tabs, active: open, onPick, counts, children }: TabsProps) {
  const active = open?.name ?? ''
  const all = first === undefined ? tabs : [{ name: '', label: first }, ...tabs]
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!by) return
    const next = all[(all.findIndex(tab => tab.name === active) + by + all.length) % all.length]
    if (!next) return
    onPick(next.name)
    document.getElementById(`${id}.${next.name}`)?.focus()
  }
  return (
    <>
      <div className="detail-tabs" role="tablist" onKeyDown={keys}>
        {all.map(tab => (
          <button
            key={tab.name}
            id={`${id}.${tab.name}`}
            type="button"
            role="tab"
            aria-selected={tab.name === active}
            aria-controls={`${id}.panel`}
            tabIndex={tab.name === active ? 0 : -1}
            onClick={() => onPick(tab.name)}
          >
            {t(tab.label)}
            {counts[tab.name] && <Count of={counts[tab.name]!} />}
          </button>
        ))}
      </div>
      <div
        id={`${id}.panel`}
        role="tabpanel"
        aria-labelledby={`${id}.${active}`}
        className={open?.page === undefined ? 'tab-panel' : 'tab-panel list'}
      >
        {children}
      </div>
    </>
  )
}
