import type { FieldDoc, RecordDoc } from '../model/field/fields.ts'
import type { RecordPlaces } from './configuration.ts'

export type Places = Readonly<Record<string, RecordPlaces>>

/**
 * The record that a field names: what it says itself, else what its kind means (a reference names the record that it
 * refers to, a credit code the record with that key). Undefined if it names none, or the row itself. `own`: the entity
 * of the rows.
 */
export function recordNamed(
  { name, kind, ref, record }: Pick<FieldDoc, 'kind' | 'ref' | 'record'> & { name: string },
  places: Places,
  own: string,
): RecordDoc | undefined {
  const named = record ?? (kind === 'ref' ? byReference(name, ref) : kind === 'uscc' ? byCode(name, places) : false)
  if (!named || (named.entity === own && named.key === places[own]?.key)) return undefined
  return named
}

const byReference = (name: string, ref: string | undefined): RecordDoc | false =>
  ref === undefined ? false : { entity: ref, key: name }

function byCode(name: string, places: Places): RecordDoc | false {
  const entity = Object.keys(places).find(one => places[one]?.code)
  return entity === undefined ? false : { entity, key: name }
}

/** Value of `union.kind` → its entity. */
export const entitiesByKind = (places: Places): ReadonlyMap<string, string> =>
  new Map(Object.entries(places).flatMap(([name, { kind }]) => (kind === undefined ? [] : [[kind, name]])))
