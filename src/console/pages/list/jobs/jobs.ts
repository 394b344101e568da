import { part } from '../../../app/app.ts'
import { createStore } from '../../../app/store.ts'

/** A background job of this user, as shown while it runs. */
export interface ShownJob {
  id: string
  /** description of the work */
  text: string
  done: number
  total: number
  cancel: () => void
}

function createJobs() {
  const { get: list, set, subscribe } = createStore<readonly ShownJob[]>([])
  return {
    subscribe,
    list,
    show: (job: ShownJob) =>
      set(
        list().some(one => one.id === job.id) ? list().map(one => (one.id === job.id ? job : one)) : [...list(), job],
      ),
    drop: (id: string) => set(list().filter(one => one.id !== id)),
  }
}
export const jobs = part(createJobs)
