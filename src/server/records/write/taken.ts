import { countGuesses, type Guessed } from '../../access/guesses.ts'
import { mayUnmask } from '../../access/field-rights.ts'
import { entityOfCall, textArg, type CallContext } from '../../call/context.ts'
import { isMaskOf } from '../read/mask.ts'
import { findInScope } from '../read/record.ts'
import { asText } from './validate.ts'

/**
 * A save tells that a unique value is taken, or that it is not: whoever sees the value masked has looked for it.
 * Counted before the transaction of the save, which would take the count back with all else. `all`: what is sent for
 * many records at once.
 */
export async function countTaken(
  call: CallContext,
  all: readonly Record<string, unknown>[] = [call.args],
): Promise<void> {
  if (!call.endpoint.changes || mayUnmask(call.user) || !call.entities().has(call.endpoint.entity ?? '')) return
  const entity = entityOfCall(call)
  const fields = entity.fields.filter(({ unique, mask, secret }) => unique && mask && secret !== true)
  if (fields.length === 0) return
  const guessed: Guessed = new Map()
  for (const args of all) {
    const key = textArg({ ...call, args }, entity.key)
    const before = key === '' ? undefined : await findInScope(call.db, call.rows, entity, key)
    for (const field of fields) {
      const text = asText(field, args[field.name])?.trim()
      // a form sends back what it shows, which looks for nothing
      if (text && !(before && isMaskOf(field, text, before))) guessed.set(text, field.name)
    }
  }
  await countGuesses(call, guessed)
}
