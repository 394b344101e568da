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
 * What a button takes from its transition: what is asked for and confirmed, and which transition the server is told.
 */
export interface TransitionFacts {
  transition: string
  args: Record<string, Expression>
  confirm?: string
  danger?: boolean
}
export function transitionFacts(code: string, key: string, node: MapNode): TransitionFacts {
  const { confirm, danger, does } = toValue(node) as { confirm?: string; danger?: boolean; does?: string }
  return {
    transition: code,
    // a save or delete is addressed by its own endpoint, so it needs no `action`
    args: { [key]: `row.${key}`, ...(does ? {} : { action: `'${code}'` }) },
    ...(confirm ? { confirm } : {}),
    ...(danger ? { danger } : {}),
  }
}
