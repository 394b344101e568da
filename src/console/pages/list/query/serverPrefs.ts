import { part, type ConsoleApp } from '../../../app/app.ts'

/** A setting that the server keeps for its user, with a copy in the browser. */
export interface PrefReader {
  key: string
  /** given the server's value; undefined: none is stored */
  take(value: unknown): void
}

/** What this console does with settings of the server: it reads each once, unless it has saved it before. */
const known = part(() => new Map<string, 'reading' | 'read' | 'saved'>())

/** Those that are neither known nor being read; from here on they are being read. */
export function beginReading(app: ConsoleApp, readers: readonly PrefReader[]): PrefReader[] {
  const unread = readers.filter(({ key }) => !known(app).has(key))
  for (const { key } of unread) known(app).set(key, 'reading')
  return unread
}

/** Takes what the server had, unless something newer was saved here while it was on its way. */
export function endReading(app: ConsoleApp, { key, take }: PrefReader, value: unknown): void {
  if (known(app).get(key) === 'saved') return
  known(app).set(key, 'read')
  take(value)
}

/** It did not come: it is asked for again next time. */
export function failReading(app: ConsoleApp, { key }: PrefReader): void {
  if (known(app).get(key) === 'reading') known(app).delete(key)
}

/** What is saved here, the server's older value does not take back. */
export const noteSaved = (app: ConsoleApp, key: string): void => void known(app).set(key, 'saved')
