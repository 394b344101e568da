import { part, type ConsoleApp } from '../app/app.ts'
import type { ListPage } from '../../core/contract/configuration.ts'

/** Called when a list has been drawn: the browser is idle, so that likely next pages can be loaded. */
type Listener = (page: ListPage) => void
const memory = part((): { listener?: Listener } => ({}))
export function onListShown(app: ConsoleApp, listener: Listener): void {
  memory(app).listener = listener
}
export const announceListShown = (app: ConsoleApp, page: ListPage): void => memory(app).listener?.(page)
