import { applyLook, type Look } from './tokens.ts'

/** How this user wants the console to look: here at once, on the server for the next browser (keepLook.ts). */
const KEY = 'look'
const STANDARD: Look = { theme: 'light', density: 'default', weak: false }
const listeners = new Set<() => void>()
let look = read()

function read(): Look {
  try {
    return lookFrom(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return STANDARD
  }
}

/** Only what we know, whatever was stored. */
export function lookFrom(value: unknown): Look {
  const { theme, density, weak } = (typeof value === 'object' && value ? value : {}) as Partial<Look>
  return {
    theme: theme === 'dark' ? 'dark' : 'light',
    density: density === 'compact' ? 'compact' : 'default',
    weak: weak === true,
  }
}

export const currentLook = (): Look => look
export const hasOwnLook = (): boolean => localStorage.getItem(KEY) !== null
export function subscribeLook(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setLook(next: Look): void {
  look = next
  localStorage.setItem(KEY, JSON.stringify(next))
  applyLook(next)
  for (const listener of listeners) listener()
}
