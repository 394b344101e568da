import { part, type ConsoleApp } from '../app/app.ts'
import { createStore } from '../app/store.ts'
import { MESSAGE_UNREAD } from './calls/own-calls.ts'
import { currentConfig } from './config/config.ts'
import { send } from './http/http.ts'

const AGE = 30_000

/** Number of messages that the user has not read, up to 100; undefined until it has been asked for. */
export const unread = part(() => ({ ...createStore<number | undefined>(undefined), asked: -Infinity }))

/** Whether there are messages: an existing backend has none. */
export const hasMessages = (app: ConsoleApp): boolean => currentConfig(app).boot?.own === true

/** Asks at most twice a minute, and never while the window is hidden; with `again` at once. */
export async function countUnread(app: ConsoleApp, again = false): Promise<void> {
  const store = unread(app)
  const now = performance.now()
  if (!hasMessages(app) || document.hidden || (!again && now - store.asked < AGE)) return
  store.asked = now
  const answer = await send<{ unread: number }>(app, MESSAGE_UNREAD, {}, { quiet: true }).catch(() => undefined)
  if (answer) store.set(answer.unread)
}
