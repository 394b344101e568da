import type { ComponentType } from 'react'

export interface ViewProps<P> {
  page: P
  search: string
  /** counts new visits, as opposed to returns */
  visit: number
}

/** Component that draws pages of one kind. */
export type View = ComponentType<ViewProps<never>>
