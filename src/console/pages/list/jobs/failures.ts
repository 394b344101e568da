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

const known = new Map<string, Failures>()
const listeners = new Set<() => void>()

export const failures = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  of: (route: string) => known.get(route),
  put: (route: string, next: Failures | undefined) => {
    if (next) known.set(route, next)
    else known.delete(route)
    for (const listener of listeners) listener()
  },
}
