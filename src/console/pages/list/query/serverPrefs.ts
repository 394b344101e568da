import { part, type ConsoleApp } from '../../../app/app.ts'

/** A setting that the server keeps for its user, with a copy in the browser. */
export interface PrefReader {
  key: string
  /** given the server's value; undefined: none is stored */
  take(value: unknown): void
}

/** settings that this console has read from the server, or has saved itself */
const asked = part(() => new Set<string>())

/** Marks a setting as known, and says whether it was; what is saved here the server's older one does not take back. */
export function isAsked(app: ConsoleApp, key: string): boolean {
  const known = asked(app).has(key)
  asked(app).add(key)
  return known
}

/** Forgets that a setting was asked for: it did not come. */
export const notAsked = (app: ConsoleApp, key: string): boolean => asked(app).delete(key)
