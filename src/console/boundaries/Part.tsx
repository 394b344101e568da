import type { ConsoleApp } from '../app/app.ts'
import { Component, Suspense, type ReactNode } from 'react'
import { AppContext } from '../app/useApp.ts'
import { notify } from '../feedback/notice.ts'
import { t } from '../i18n/t.ts'
import { ChunkError } from './chunk.ts'
import { missingPart } from './missing-part.ts'

/**
 * Boundary of a lazily loaded part: shows nothing while it loads or if it fails, and the rest of the page goes on
 * (R8.06).
 */
export class Part extends Component<{ children: ReactNode }, { failed: boolean }> {
  static override contextType = AppContext
  declare context: ConsoleApp
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ChunkError) missingPart(this.context).set(true)
    else notify(this.context, { level: 'error', text: t('这一部分没有显示出来，请刷新页面后再试') })
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
