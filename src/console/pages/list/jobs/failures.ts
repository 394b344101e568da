import { part } from '../../../app/app.ts'
import { createStore } from '../../../app/store.ts'

/** What a batch could not do on a list, until it is put away or the next batch has run. */
export interface Failure {
  key: string
  /** the record by its name, where it was seen */
  name: string
  msg: string
}
export interface Failures {
  action: string
  /** how many there were; the server names the first of them */
  count: number
  failed: Failure[]
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
