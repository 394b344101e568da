import type { CallContext } from './context.ts'
import { choices } from './values.ts'

/** R6.09: areas that this scope hides from all its users. */
export function hiddenAreas(call: CallContext): Set<string> {
  const { options, constants } = call.scoped.app
  return new Set([options?.['hiddenAreas'], constants['hiddenAreas']].flatMap(choices))
}
