import type { ComponentType } from 'react'
import type { ViewProps } from './list/ListView.tsx'

/** What draws a page of one kind. */
export type View = ComponentType<ViewProps<never>>
