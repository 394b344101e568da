import { isRefusal } from '../../data/http/errors.ts'
import { t } from '../../i18n/t.ts'

/** Placeholder in the shape of a list; appears with a delay, so that fast answers show no flicker. */
export function ListSkeleton() {
  return (
    <div className="skeleton" aria-busy="true" aria-label={t('加载中')}>
      {Array.from({ length: 12 }, (_, i) => (
        <span key={i} />
      ))}
    </div>
  )
}

interface LoadErrorProps {
  what: string
  error: Error | undefined
  onRetry: () => void
  /** asks for what the page usually shows, where the address asked for something else */
  onReset?: (() => void) | undefined
}

export function LoadError({ what, error, onRetry, onReset }: LoadErrorProps) {
  const isRefused = onReset !== undefined && isRefusal(error)
  return (
    <div className="state" role="alert">
      <p>
        {t('{what}没有读到', { what })}
        {error?.message ? `：${error.message}` : ''}
      </p>
      <button type="button" className="button" onClick={isRefused ? onReset : onRetry}>
        {isRefused ? t('恢复默认') : t('重试')}
      </button>
    </div>
  )
}

interface OutdatedProps {
  error: Error | undefined
  /** the rows shown belong to an earlier page or query */
  other: boolean
  onRetry: () => void
}

/** Says that the rows are not up to date, with a retry button. */
export function Outdated({ error, other, onRetry }: OutdatedProps) {
  return (
    <div className="strip warning" role="alert">
      <span>
        {other ? t('这一页没有读到，下面还是之前的内容') : t('没有读到最新的数据，下面是上一次读到的')}
        {error?.message ? `：${error.message}` : ''}
      </span>
      <button type="button" className="link" onClick={onRetry}>
        {t('重试')}
      </button>
    </div>
  )
}
