import { Component, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'

/**
 * Error boundary of a single field or widget: shows the error in its place with a button to retry; the page goes on.
 */
export class FieldBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <span role="alert" className="field-failed" title={error.message}>
        {t('没有显示出来')}{' '}
        <button type="button" className="link" onClick={() => this.setState({ error: undefined })}>
          {t('重试')}
        </button>
      </span>
    )
  }
}
