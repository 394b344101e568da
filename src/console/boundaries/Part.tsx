import { Component, Suspense, type ReactNode } from 'react'
import { setMissing } from './missing-part.ts'

/** Around what is loaded on demand: while it comes there is nothing, and if it never comes the rest goes on (R8.06). */
export class Part extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(): void {
    setMissing()
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
