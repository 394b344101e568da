import type { ListPage } from '../../core/contract/configuration.ts'

/**
 * A list stands and its user reads it: there is time for what may come next. Who makes use of it is no part of the
 * list.
 */
type Hear = (page: ListPage) => void
let hear: Hear | undefined
export function onList(next: Hear): void {
  hear = next
}
export const listStands = (page: ListPage): void => hear?.(page)
