import { Component, type ReactNode } from 'react'
import { PageFailure } from './PageFailure.tsx'

/** Error boundary of a page: the error is shown in its place; menu and other pages go on. */
export class PageBoundary extends Component<{ route: string; children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return <PageFailure error={error} route={this.props.route} />
  }
}
