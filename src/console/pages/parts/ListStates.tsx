import { isRefusal, LackError } from '../../data/http/errors.ts'
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

interface FailureProps {
  error: Error | undefined
  onRetry: () => void
  /** asks for what the page usually shows, where the address asked for something else */
  onReset?: (() => void) | undefined
}

/** Leads on: the same again may go well, but not what the server refuses. */
function Onward({ error, onRetry, onReset, className }: FailureProps & { className: string }) {
  const isRefused = onReset !== undefined && isRefusal(error)
  return (
    <button type="button" className={className} onClick={isRefused ? onReset : onRetry}>
      {isRefused ? t('恢复默认') : t('重试')}
    </button>
  )
}

export function LoadError({ what, ...failure }: FailureProps & { what: string }) {
  if (failure.error instanceof LackError)
    return (
      <div className="state">
        <p>{failure.error.message}</p>
      </div>
    )
  return (
    <div className="state" role="alert">
      <p>
        {t('{what}没有读到', { what })}
        {failure.error?.message ? `：${failure.error.message}` : ''}
      </p>
      <Onward {...failure} className="button" />
    </div>
  )
}

interface OutdatedProps extends FailureProps {
  /** the rows shown belong to an earlier page or query */
  other: boolean
}

/** Says that the rows are not up to date, and leads on. */
export function Outdated({ other, ...failure }: OutdatedProps) {
  return (
    <div className="strip warning" role="alert">
      <span>
        {other ? t('这一页没有读到，下面还是之前的内容') : t('没有读到最新的数据，下面是上一次读到的')}
        {failure.error?.message ? `：${failure.error.message}` : ''}
      </span>
      <Onward {...failure} className="link" />
    </div>
  )
}
