import { part, type ConsoleApp } from '../app/app.ts'
import { createStore } from '../app/store.ts'
import { applyLook, type Look } from './tokens.ts'

/** The user's display settings, stored in the browser and on the server (keepLook.ts). */
const KEY = 'look'
const STANDARD: Look = { theme: 'light', density: 'default', weak: false }

function read(): Look {
  try {
    return lookFrom(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return STANDARD
  }
}

/** Validates stored settings: unknown values are dropped. */
export function lookFrom(value: unknown): Look {
  const { theme, density, weak } = (typeof value === 'object' && value ? value : {}) as Partial<Look>
  return {
    theme: theme === 'dark' ? 'dark' : 'light',
    density: density === 'compact' ? 'compact' : 'default',
    weak: weak === true,
  }
}

/** The current display settings. */
export const look = part(() => createStore(read()))
export const hasOwnLook = (): boolean => localStorage.getItem(KEY) !== null

export function setLook(app: ConsoleApp, next: Look): void {
  localStorage.setItem(KEY, JSON.stringify(next))
  applyLook(next)
  look(app).set(next)
}
