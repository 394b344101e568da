import type { Expression } from '../model/documents.ts'
import { getEntry, getString, isFalse, toValue, type MapNode } from '../source/node.ts'

/** The field that holds an entity's state, and the workflow that it follows. */
export function statusOf(entity: MapNode | undefined): { field: string; workflow: string } | undefined {
  const fields = getEntry(entity, 'fields')?.value
  if (fields?.type !== 'map') return undefined
  for (const [field, { value }] of fields.entries) {
    const workflow = isFalse(value) ? undefined : getString(value, 'workflow')
    if (workflow !== undefined) return { field, workflow }
  }
  return undefined
}

/**
 * When a transition's button shows: the record is in one of its states, the user has one of its roles, and
 * what the button itself says. The server judges again when the button is used.
 */
export function transitionVisible(field: string, transition: MapNode, own?: Expression): Expression {
  const { from = [], roles } = toValue(transition) as { from?: string[]; roles?: string[] }
  const parts = [`row.${field} in ${JSON.stringify(from.map(String))}`]
  if (roles) parts.push(`user.roles.exists(role, role in ${JSON.stringify(roles.map(String))})`)
  if (own) parts.push(`(${own})`)
  return parts.join(' && ')
}
