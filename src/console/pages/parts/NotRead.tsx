import { t } from '../../i18n/t.ts'

interface NotReadProps {
  /** what was asked for, in words of the page */
  what: string
  /** why it was not read, where that helps */
  because?: string
  className?: string
  onRetry: () => void
}

/** One line in the place of a part that was not read, with a retry; the rest of the page is unaffected. */
export const NotRead = ({ what, because, className = 'weak', onRetry }: NotReadProps) => (
  <p role="alert" className={className}>
    {t('{what}没有读到', { what })}
    {because ? `：${because}` : ''}{' '}
    <button type="button" className="link" onClick={onRetry}>
      {t('重试')}
    </button>
  </p>
)
