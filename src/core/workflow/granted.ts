import { ALL_GRANTED } from '../model/roles.ts'
import type { Machine } from './machine.ts'

/** A role names a transition by its code, or by `workflow.code` where several workflows have that code. */
export const buttonKey = (workflow: string, code: string): string => `${workflow}.${code}`

/** Codes of the transitions that a role names; none of a workflow that is not `grantable`. */
export function namedIn(buttons: readonly string[], { doc, transitions }: Machine): string[] {
  if (doc.grantable !== true) return []
  return [...transitions.keys()].filter(
    code => buttons.includes(code) || buttons.includes(buttonKey(doc.workflow, code)),
  )
}

/** A role that grants all still grants only those that it names of a workflow of which it names some. */
const grantsAll = (buttons: readonly string[], machine: Machine): boolean =>
  buttons.includes(ALL_GRANTED) && namedIn(buttons, machine).length === 0

/**
 * Transitions that a person's roles allow together, given the list of each role. Undefined where nothing limits them:
 * one of the roles grants all of the workflow, or roles do not grant its transitions.
 */
export function grantedBy(
  buttonsByRole: readonly (readonly string[])[],
  machine: Machine,
): ReadonlySet<string> | undefined {
  const isLimited = machine.doc.grantable === true && buttonsByRole.length > 0
  return isLimited && !buttonsByRole.some(buttons => grantsAll(buttons, machine))
    ? new Set(buttonsByRole.flatMap(buttons => namedIn(buttons, machine)))
    : undefined
}
