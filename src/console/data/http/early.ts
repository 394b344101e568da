import type { Call } from '../../../core/contract/configuration.ts'
import { send, type Args } from './http.ts'

/** Requests that were sent before anything was drawn; whoever asks for the key first takes the answer. */
const sent = new Map<string, Promise<unknown>>()

export const keyOf = (call: Call, args: Args): string => `${call.name} ${JSON.stringify(args)}`

export function sendEarly(call: Call, args: Args): void {
  const key = keyOf(call, args)
  if (sent.has(key)) return
  const answer = send(call, args)
  // an answer that nobody takes must not hang around, nor count as an unhandled rejection
  answer.catch(() => undefined).finally(() => setTimeout(() => sent.delete(key), 3000))
  sent.set(key, answer)
}

export function early(key: string): Promise<unknown> | undefined {
  const answer = sent.get(key)
  sent.delete(key)
  return answer
}
