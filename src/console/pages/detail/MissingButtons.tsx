import { WHY, type Row } from '../../../core/contract/api.ts'
import type { Action } from '../../../core/contract/configuration.ts'
import { joinNames, t } from '../../i18n/t.ts'

/** The transitions that are not possible now, by the server's reason: each reason is told once. */
export function MissingButtons({ actions, row }: { actions: Action[]; row: Row }) {
  const reasons = (row[WHY] ?? {}) as Record<string, string>
  const missing = new Map<string, string[]>()
  for (const { label, transition = '' } of actions) {
    const why = reasons[transition]
    if (why !== undefined) missing.set(why, [...(missing.get(why) ?? []), t(label)])
  }
  if (missing.size === 0) return null
  return (
    <details className="missing-buttons">
      <summary>{t('其他操作为何没有')}</summary>
      <dl>
        {[...missing].map(([why, labels]) => (
          <div key={why}>
            <dt>{t(why)}</dt>
            <dd>{joinNames(labels)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
