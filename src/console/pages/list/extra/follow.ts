import type { Call } from '../../../../core/contract/configuration.ts'
import { send } from '../../../data/http.ts'
import { jobs } from '../jobs.ts'

/** What the server says of work in the background. */
export interface WorkState {
  id: string
  total: number
  done: number
  finished: boolean
  cancelled: boolean
  error?: string
}
interface Work {
  id: string
  total: number
  text: string
  state: Call
  cancel: Call
}

const QUICK = 150
const SLOW = 1000
const PATIENCE = 5
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Shows how far it is until it has come to its end, also when the page that started it has been left. */
export async function follow<T extends WorkState>({ id, total, text, state, cancel }: Work): Promise<T> {
  const stop = () => void send(cancel, { id }).catch(() => undefined)
  try {
    for (let wait = QUICK, lost = 0; ; wait = Math.min(SLOW, wait * 1.4)) {
      const now = await send<T>(state, { id }, { quiet: true }).catch((cause: unknown) => {
        // one answer that is lost is not the end of the work
        if ((lost += 1) > PATIENCE) throw cause
        return undefined
      })
      if (now) lost = 0
      if (now && (now.finished || now.cancelled || now.error !== undefined)) return now
      jobs.show({ id, text, done: now?.done ?? 0, total: now?.total ?? total, cancel: stop })
      await pause(wait)
    }
  } finally {
    jobs.drop(id)
  }
}
