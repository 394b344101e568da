import type { ListPage } from '../../core/contract/configuration.ts'

/**
 * A list stands and its user reads it: there is time for what may come next. Who makes use of it is no part of the
 * list.
 */
type Listener = (page: ListPage) => void
let listener: Listener | undefined
export function onListShown(next: Listener): void {
  listener = next
}
export const announceListShown = (page: ListPage): void => listener?.(page)
