import type { ComponentType } from 'react'

export interface ViewProps<P> {
  page: P
  search: string
  /** grows with every visit that is a new one and no return */
  visit: number
}

/** What draws a page of one kind. */
export type View = ComponentType<ViewProps<never>>
