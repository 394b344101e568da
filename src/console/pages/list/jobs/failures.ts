import { part } from '../../../app/app.ts'
import { createStore } from '../../../app/store.ts'

/** Failed records of the last batch on a list, until dismissed or until the next batch. */
export interface Failure {
  key: string
  /** title of the record, if it was loaded */
  name: string
  msg: string
}
export interface Failures {
  action: string
  /** number of failures; the server names only the first of them */
  count: number
  failed: Failure[]
  /** what was filled in: who tries these again begins with it */
  values?: Record<string, unknown>
  /** nothing of it is on the list: it cannot be tried again there */
  isGone?: true
  /** takes back what was done for the others */
  undo?: () => void
}

function createFailures() {
  const { get, set, subscribe } = createStore<ReadonlyMap<string, Failures>>(new Map())
  return {
    subscribe,
    of: (route: string) => get().get(route),
    put: (route: string, next: Failures | undefined) => {
      const known = new Map(get())
      if (next) known.set(route, next)
      else known.delete(route)
      set(known)
    },
  }
}
export const failures = part(createFailures)
