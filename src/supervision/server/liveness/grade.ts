import { bandOf } from '../../../core/model/field/bands.ts'
import type { DictionaryEntries } from '../../../core/contract/configuration.ts'
import type { TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'

export const SCORE = 'livenessScore'
export const LEVEL = 'livenessLevel'

/** Adds the level to a score, by the bands of the level's dictionary. */
export function graded(
  entity: Entity,
  values: TableRow,
  dictionary: (name: string) => DictionaryEntries | undefined,
): TableRow {
  const [score, dict] = [values[SCORE], entity.byName.get(LEVEL)?.dict]
  const level = typeof score === 'number' && dict !== undefined ? bandOf(dictionary(dict) ?? [], score) : undefined
  return level === undefined ? values : { ...values, [LEVEL]: level }
}
