import { part, type ConsoleApp } from '../../app/app.ts'
import type { Call } from '../../../core/contract/configuration.ts'
import { callKey } from '../../../core/contract/carried.ts'
import { takeAnswer } from '../config/carried.ts'
import { send, type Args } from './http.ts'

/** Requests sent before the first drawing; the first component that asks for the same key takes the answer. */
const requests = part(() => new Map<string, Promise<unknown>>())

export const keyOf = (call: Call, args: Args): string => callKey(call, args)

export function sendEarly(app: ConsoleApp, call: Call, args: Args): Promise<unknown> {
  const sent = requests(app)
  const key = keyOf(call, args)
  const asked = sent.get(key)
  if (asked) return asked
  const carried = takeAnswer(app, key)
  const answer = carried ? carried.then(brought => send(app, call, args, { brought })) : send(app, call, args)
  // drop answers that nobody takes, and avoid unhandled rejections
  answer.catch(() => undefined).finally(() => setTimeout(() => sent.delete(key), 3000))
  sent.set(key, answer)
  return answer
}

export function early(app: ConsoleApp, key: string): Promise<unknown> | undefined {
  const sent = requests(app)
  const answer = sent.get(key)
  sent.delete(key)
  return answer
}
