import { WHY, type Row } from '../../../core/contract/api.ts'
import type { Action } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'

/** Lists the transitions that are not possible now, with the server's reason for each. */
export function MissingButtons({ actions, row }: { actions: Action[]; row: Row }) {
  const reasons = (row[WHY] ?? {}) as Record<string, string>
  const missing = actions.flatMap(({ name, label, transition = '' }) =>
    reasons[transition] === undefined ? [] : [{ name, label, why: reasons[transition] }],
  )
  if (missing.length === 0) return null
  return (
    <details className="missing-buttons">
      <summary>{t('其他操作为何没有')}</summary>
      <dl>
        {missing.map(({ name, label, why }) => (
          <div key={name}>
            <dt>{t(label)}</dt>
            <dd>{t(why)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
