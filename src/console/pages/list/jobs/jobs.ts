/** Work that the server does in the background for this user: what is said of it while it goes on. */
export interface Job {
  id: string
  /** what is being done */
  text: string
  done: number
  total: number
  cancel: () => void
}

let list: readonly Job[] = []
const listeners = new Set<() => void>()
const put = (next: readonly Job[]): void => {
  list = next
  for (const listener of listeners) listener()
}

export const jobs = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  list: () => list,
  show: (job: Job) =>
    put(list.some(one => one.id === job.id) ? list.map(one => (one.id === job.id ? job : one)) : [...list, job]),
  drop: (id: string) => put(list.filter(one => one.id !== id)),
}
