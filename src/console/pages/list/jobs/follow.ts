import type { ConsoleApp } from '../../../app/app.ts'
import type { Call } from '../../../../core/contract/configuration.ts'
import { CallError } from '../../../data/http/errors.ts'
import { send } from '../../../data/http/http.ts'
import { t } from '../../../i18n/t.ts'
import { jobs } from './jobs.ts'

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
/** A server that starts again takes seconds, and a machine minutes: the work goes on when it is back. */
const LOST = 5000
const PATIENCE = 240
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** What is said of the work itself is the end of it; that the server is away for a while is not. */
const isAway = (cause: unknown): boolean =>
  !(cause instanceof CallError) || cause.status === 0 || cause.status === 218 || cause.status >= 500

/** Shows how far it is until it has come to its end, also when the page that started it has been left. */
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
