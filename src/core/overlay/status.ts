import { getEntry, getString, isFalse, type MapNode } from '../source/node.ts'

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
