import { rangeKeys } from '../../contract/api.ts'
import type { FieldDoc, FieldKind } from '../../model/documents.ts'
import { FIELD_TRAITS, RANGE_KINDS } from '../../model/field/traits.ts'
import { getEntry, isFalse, toValue, type MapNode } from '../../source/node.ts'

/** A field as numbers and filters see it; without a kind where that is none, which field-kind reports. */
export interface KnownField extends Partial<FieldDoc> {
  name: string
}
export type KnownFields = ReadonlyMap<string, KnownField>

const known = new WeakMap<MapNode, KnownFields>()

/** The fields of an entity with its mixins; none where there is no such entity, which entity-exists reports. */
export function knownFields(entity: MapNode | undefined): KnownFields {
  const fields = getEntry(entity, 'fields')?.value
  if (fields?.type !== 'map') return new Map()
  let found = known.get(fields)
  if (!found) known.set(fields, (found = readFields(fields)))
  return found
}

const readFields = (fields: MapNode): KnownFields =>
  new Map(
    [...fields.entries].flatMap(([name, { value }]): [string, KnownField][] =>
      isFalse(value) || value.type !== 'map' ? [] : [[name, fieldOf(name, toValue(value) as Partial<FieldDoc>)]],
    ),
  )

function fieldOf(name: string, { kind, ...doc }: Partial<FieldDoc>): KnownField {
  return { ...doc, name, ...(kind !== undefined && isKind(kind) ? { kind } : {}) }
}
const isKind = (kind: string): kind is FieldKind => Object.hasOwn(FIELD_TRAITS, kind)

/** Fields whose kind is known, as rules about their values need it. */
export const typedFields = (fields: KnownFields): (KnownField & { kind: FieldKind })[] =>
  [...fields.values()].flatMap(field => (field.kind === undefined ? [] : [{ ...field, kind: field.kind }]))

/** What a filter is about: a field as a whole, or an end of its range. */
export interface FilterTarget {
  field: KnownField
  isEnd: boolean
}

/** The field of a filter's name; undefined where there is none. */
export function filterTarget(name: string, fields: KnownFields): FilterTarget | undefined {
  const whole = fields.get(name)
  if (whole) return { field: whole, isEnd: false }
  const ranged = [...fields.values()].find(
    ({ name: own, kind }) => RANGE_KINDS.has(kind ?? '') && (rangeKeys(own) as readonly string[]).includes(name),
  )
  return ranged && { field: ranged, isEnd: true }
}

/** Every name that a filter may have. */
export const filterNames = (fields: KnownFields): string[] =>
  [...fields.values()].flatMap(({ name, kind }) => [name, ...(RANGE_KINDS.has(kind ?? '') ? rangeKeys(name) : [])])
