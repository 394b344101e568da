import { LackError } from '../../data/http/errors.ts'
import { t } from '../../i18n/t.ts'

interface NotReadProps {
  /** what was asked for, in words of the page */
  what: string
  /** what went wrong */
  error?: unknown
  /** why it was not read, where that helps */
  because?: string
  className?: string
  onRetry: () => void
}

/** One line in the place of a part that was not read, with a retry; the rest of the page is unaffected. */
export function NotRead({ what, error, because, className = 'weak', onRetry }: NotReadProps) {
  if (error instanceof LackError) return <p className={className}>{error.message}</p>
  return (
    <p role="alert" className={className}>
      {t('{what}没有读到', { what })}
      {because ? `：${because}` : ''}{' '}
      <button type="button" className="link" onClick={onRetry}>
        {t('重试')}
      </button>
    </p>
  )
}
