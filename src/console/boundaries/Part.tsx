import type { ConsoleApp } from '../app/app.ts'
import { Component, Suspense, type ReactNode } from 'react'
import { AppContext } from '../app/useApp.ts'
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

  override componentDidCatch(): void {
    missingPart(this.context).set(true)
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
