import type { Machine } from './machine.ts'

/**
 * What a role says of a workflow's buttons: the transition's code, or with the workflow's name before it, where several
 * workflows have a transition of this code.
 */
export const buttonKey = (workflow: string, code: string): string => `${workflow}.${code}`

/** Codes of the transitions that a role names; none of a workflow that is not `grantable`. */
export function namedIn(buttons: readonly string[], { doc, transitions }: Machine): string[] {
  if (doc.grantable !== true) return []
  return [...transitions.keys()].filter(
    code => buttons.includes(code) || buttons.includes(buttonKey(doc.workflow, code)),
  )
}

/** Codes that the roles leave, given what each of them names; absent where a role names none and so leaves all. */
export function grantedBy(
  buttonsByRole: readonly (readonly string[])[],
  machine: Machine,
): ReadonlySet<string> | undefined {
  const named = buttonsByRole.map(buttons => namedIn(buttons, machine))
  return named.length > 0 && named.every(codes => codes.length > 0) ? new Set(named.flat()) : undefined
}
