import type { ConsoleApp } from '../../../app/app.ts'
import { ownUserId } from '../../../data/config/config.ts'

/** What somebody keeps of a list in this browser. */
export interface Remembered {
  /** rows of a page */
  size?: number
  /** the view that the list opens with */
  view?: { id: string; name: string; search: string }
}

const keyOf = (app: ConsoleApp, route: string): string => `list:${ownUserId(app)}:${route}`

export function remembered(app: ConsoleApp, route: string): Remembered {
  try {
    return read(JSON.parse(localStorage.getItem(keyOf(app, route)) ?? '{}'))
  } catch {
    return {}
  }
}

/** Another version may have written it, so only what is understood is taken. */
function read(value: unknown): Remembered {
  const { size, view } = (typeof value === 'object' && value ? value : {}) as Partial<Record<keyof Remembered, unknown>>
  const { id, name, search } = (typeof view === 'object' && view ? view : {}) as Record<string, unknown>
  return {
    ...(typeof size === 'number' && size > 0 ? { size } : {}),
    ...(typeof id === 'string' && typeof name === 'string' && typeof search === 'string'
      ? { view: { id, name, search } }
      : {}),
  }
}

export function remember(
  app: ConsoleApp,
  route: string,
  what: { [Key in keyof Remembered]: Remembered[Key] | undefined },
): void {
  const kept = JSON.stringify({ ...remembered(app, route), ...what })
  if (kept === '{}') localStorage.removeItem(keyOf(app, route))
  else localStorage.setItem(keyOf(app, route), kept)
}
