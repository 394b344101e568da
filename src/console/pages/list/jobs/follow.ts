import type { ConsoleApp } from '../../../app/app.ts'
import type { Call } from '../../../../core/contract/configuration.ts'
import { CallError } from '../../../data/http/errors.ts'
import { send } from '../../../data/http/http.ts'
import { t } from '../../../i18n/t.ts'
import { jobs } from './jobs.ts'

/** State of a background job, as the server reports it. */
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
/** Milliseconds between attempts while the server is away: it may restart, and the job then continues. */
const LOST = 5000
const PATIENCE = 240
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Whether the server is away, as opposed to an error of the job itself, which ends it. */
const isAway = (cause: unknown): boolean =>
  !(cause instanceof CallError) || cause.status === 0 || cause.status === 218 || cause.status >= 500

/** Shows the progress of a job until it ends, even after its page has been left. */
export async function follow<T extends WorkState>(
  app: ConsoleApp,
  { id, total, text, state, cancel }: Work,
): Promise<T> {
  const stop = () => void send(app, cancel, { id }).catch(() => undefined)
  let shown = { id, text, done: 0, total, cancel: stop }
  try {
    for (let wait = QUICK, lost = 0; ; wait = Math.min(lost ? LOST : SLOW, wait * 1.4)) {
      const now = await send<T>(app, state, { id }, { quiet: true }).catch((cause: unknown) => {
        if (!isAway(cause) || (lost += 1) > PATIENCE) throw cause
        return undefined
      })
      if (now) lost = 0
      if (now && (now.finished || now.cancelled || now.error !== undefined)) return now
      if (now) shown = { ...shown, done: now.done, total: now.total }
      jobs(app).show(lost > 1 ? { ...shown, text: t('{work}（连接中断，正在重试）', { work: text }) } : shown)
      await pause(wait)
    }
  } finally {
    jobs(app).drop(id)
  }
}
