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

/**
 * Transitions that a person's roles allow together, given the list of each role. Undefined if a role has no list,
 * because that role allows all.
 */
export function grantedBy(
  buttonsByRole: readonly (readonly string[])[],
  machine: Machine,
): ReadonlySet<string> | undefined {
  const named = buttonsByRole.map(buttons => namedIn(buttons, machine))
  return named.length > 0 && named.every(codes => codes.length > 0) ? new Set(named.flat()) : undefined
}
