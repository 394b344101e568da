import { Component, type ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { reloadPage } from './reload.ts'

/** A page that fails says so in its own place; menu and the other pages go on. */
export class PageBoundary extends Component<{ route: string; children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <div className="state" role="alert">
        <p>{t('页面没有打开')}：{error.message}</p>
        <p className="weak">{this.props.route}</p>
        <button type="button" className="button" onClick={() => reloadPage()}>{t('重新加载')}</button>
      </div>
    )
  }
}
