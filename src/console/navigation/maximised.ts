import { part } from '../app/app.ts'
import { createStore } from '../app/store.ts'

/** Whether the page has the whole window, without header and menu. */
export const maximised = part(() => createStore(false))

/** The browser's full screen, on and off; browsers refuse it where a policy forbids it. */
export function toggleFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
  else void document.documentElement.requestFullscreen?.().catch(() => undefined)
}
