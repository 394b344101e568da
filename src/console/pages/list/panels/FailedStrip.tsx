import { t } from '../../../i18n/t.ts'
import type { Failures } from '../jobs/failures.ts'
import './extra.css'

/** Failed records with their reasons. They stay ticked, so that the same action can be repeated for them. */
export function FailedStrip({
  failures: { action, count, failed, undo, isGone },
  onClose,
}: {
  failures: Failures
  onClose: () => void
}) {
  return (
    <div className="strip failed" role="status">
      <div className="strip-head">
        <span>
          {isGone
            ? t('{n} 条没有{action}成功', { n: count, action })
            : t('{n} 条没有{action}成功，仍为选中状态，可再次{action}', { n: count, action })}
        </span>
        {undo && (
          <button type="button" className="link" onClick={undo}>
            {t('撤销已完成的')}
          </button>
        )}
        <button type="button" className="link" onClick={onClose}>
          {t('知道了')}
        </button>
      </div>
      <ul>
        {failed.map(({ key, name, msg }) => (
          <li key={key}>
            <span title={name}>{name}</span>
            <span>{msg || t('原因不明')}</span>
          </li>
        ))}
        {count > failed.length && <li>{t('另有 {n} 条未列出', { n: count - failed.length })}</li>}
      </ul>
    </div>
  )
}
