import type { CallContext } from './context.ts'
import { choices } from './values.ts'

/** R6.09: areas that the folder of their area hides from everybody, and those that this scope hides from its users. */
export function hiddenAreas(call: CallContext): Set<string> {
  const { options, constants } = call.scoped.app
  const own = [options?.['hiddenAreas'], constants['hiddenAreas']].flatMap(choices)
  return new Set([...call.configuration().hiddenAreas(), ...own])
}
