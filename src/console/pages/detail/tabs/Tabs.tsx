import type { ReactNode } from 'react'
import type { Tab } from '../../../../core/contract/configuration.ts'
import { t } from '../../../i18n/t.ts'
import { TabStrip } from '../../parts/TabStrip.tsx'
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
  return (
    <>
      <TabStrip
        id={id}
        className="detail-tabs"
        active={active}
        onPick={onPick}
        panel
        tabs={all.map(({ name, label }) => ({
          name,
          label: t(label),
          count: counts[name] && <Count of={counts[name]} />,
        }))}
      />
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
