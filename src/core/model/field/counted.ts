import type { CountedDoc, FieldDoc } from './fields.ts'

/** What is worked out of one field of the rows, by the word that names the field. */
export const COUNTED_PARTS = ['sum', 'first', 'last'] as const
export type CountedPart = (typeof COUNTED_PARTS)[number]

/** Which part is counted, and of which field; nothing where rows are. */
export function countedPart(counted: CountedDoc): { part: CountedPart; field: string } | undefined {
  const part = COUNTED_PARTS.find(one => counted[one] !== undefined && counted[one] !== null)
  return part && { part, field: String(counted[part]) }
}

type Naming = Pick<FieldDoc, 'kind' | 'ref' | 'record'> & { name: string }

/**
 * How a field of rows names records of an entity: by their key alone, or with the kind of record (`union.kind`) in the
 * field `by`. Undefined where it does not.
 */
export function namingOf(
  fields: Iterable<Partial<Naming>>,
  through: string,
  parent: { name: string; kind?: string | undefined },
): { by?: string } | undefined {
  const all = [...fields]
  if (all.some(({ name, kind, ref }) => name === through && kind === 'ref' && ref === parent.name)) return {}
  const said = all.flatMap(({ record }) => (record && record.key === through ? [record] : []))
  if (said.some(({ entity }) => entity === parent.name)) return {}
  const by = said.find(({ kind }) => kind !== undefined)?.kind
  return by === undefined || parent.kind === undefined ? undefined : { by }
}
