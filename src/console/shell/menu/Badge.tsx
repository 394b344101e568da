import { useSyncExternalStore } from 'react'
import { useApp } from '../../app/useApp.ts'
import { counters } from '../../data/counters.ts'
import { t } from '../../i18n/t.ts'

/** The number at a menu entry (R4.05); hidden when it is zero. */
export function Badge({ name }: { name: string }) {
  const app = useApp()
  const store = counters(app)
  const counter = useSyncExternalStore(store.subscribe, store.get).badges[name]
  if (!counter?.number) return null
  const text =
    counter.type === 'danger' ? t('{n} 项，有逾期', { n: counter.number }) : t('{n} 项', { n: counter.number })
  return (
    <b className={`badge ${counter.type}`} title={text}>
      {counter.number > 99 ? '99+' : counter.number}
    </b>
  )
}
