import { FIELD_TRAITS } from '../model/field/traits.ts'
import { fieldOf, isTooLong, type IndexedEntity, type IndexPlan } from './indexes-of.ts'
import type { Want } from './wants.ts'

/**
 * Why no index begins with what a filter asks for. `small`: the table is read whole. `halves`: two values leave half of
 * the rows. `long`: its texts may be longer than an index takes. `several`: a field with several values is compared as
 * a text. `key`: the table's own key serves it.
 */
export type ScanReason = 'small' | 'halves' | 'long' | 'several' | 'key'

/** A filter whose rows are compared one by one, along some index where the entity is large. */
export interface Scanned {
  want: Want
  why: ScanReason
  /** whether the indexes of lists hold the field, so that the rows themselves are not read for it */
  isHeld: boolean
}

/** The filters of an entity's pages that no index of its own serves. */
export function scannedOf(entity: IndexedEntity, indexes: readonly IndexPlan[], wants: readonly Want[]): Scanned[] {
  const byName = new Map(entity.fields.map(field => [field.name, field]))
  const served = new Set(indexes.flatMap(({ fields: [first] }) => first?.name ?? []))
  const held = new Set(indexes.flatMap(({ beside, fields }) => [...beside, ...fields.map(({ name }) => name)]))
  return wants.flatMap(want => {
    const field = fieldOf(want.field, byName)
    if (!field || served.has(field.name) || (want.use !== 'filter' && want.use !== 'relation')) return []
    return [{ want, why: reasonFor(entity, field), isHeld: held.has(field.name) }]
  })
}

function reasonFor({ key, volume }: IndexedEntity, field: IndexedEntity['fields'][number]): ScanReason {
  if (field.name === key) return 'key'
  if (volume === 'small') return 'small'
  if (!field.multiple && isTooLong(field)) return 'long'
  return field.multiple || FIELD_TRAITS[field.kind].filter !== 'choice' ? 'several' : 'halves'
}
