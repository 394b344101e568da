import type { ReactElement } from 'react'
import { t } from '../../i18n/t.ts'

/** Appends a retry button below the choices that were loaded. */
export const withFailed = (menu: ReactElement, onRetry: () => void): ReactElement => (
  <>
    {menu}
    <p role="alert" className="choices-failed" onMouseDown={event => event.preventDefault()}>
      {t('选项没有读到')}{' '}
      <button type="button" className="link" onClick={onRetry}>
        {t('重试')}
      </button>
    </p>
  </>
)
