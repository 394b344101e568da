import { part, type ConsoleApp } from '../../app/app.ts'
import type { Call } from '../../../core/contract/configuration.ts'
import { callKey } from '../../../core/contract/carried.ts'
import { takeAnswer } from './brought.ts'
import { send, type Args } from './http.ts'

interface Sent {
  answer: Promise<unknown>
  /** how often something had been asked for anew when it was sent */
  turn: number
}

/** Requests sent before the first drawing; the first component that asks for the same key takes the answer. */
const requests = part(() => new Map<string, Sent>())

let turn = 0
/** From now on what is asked for is asked of the server: an answer that is on its way may be older than a change. */
export const outdateEarly = (): void => {
  turn++
}

const current = (sent: Sent | undefined): Promise<unknown> | undefined =>
  sent?.turn === turn ? sent.answer : undefined

export const keyOf = (call: Call, args: Args): string => callKey(call, args)

export function sendEarly(app: ConsoleApp, call: Call, args: Args): Promise<unknown> {
  const sent = requests(app)
  const key = keyOf(call, args)
  const asked = current(sent.get(key))
  if (asked) return asked
  const carried = takeAnswer(app, key)
  const answer = carried ? carried.then(brought => send(app, call, args, { brought })) : send(app, call, args)
  // drop answers that nobody takes, and avoid unhandled rejections
  const one = { answer, turn }
  const drop = (): void => {
    if (sent.get(key) === one) sent.delete(key)
  }
  answer.catch(() => undefined).finally(() => setTimeout(drop, 3000))
  sent.set(key, one)
  return answer
}

export function early(app: ConsoleApp, key: string): Promise<unknown> | undefined {
  const sent = requests(app)
  const answer = current(sent.get(key))
  sent.delete(key)
  return answer
}
