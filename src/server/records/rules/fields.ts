import type { FieldModel, Entity } from '../../db/tables/models.ts'
import { UNSEARCHABLE_KINDS } from '../../../core/model/field/traits.ts'

/** Marks of the storage, which say nothing of what a record is about. */
const STORAGE = new Set(['delFlag', 'del_content', 'customerId'])

/**
 * Fields that a rule may compare: those that lists can filter by. What is masked is none of them: whoever tries rules
 * would find out what it hides.
 */
export const ruleFields = (entity: Entity): FieldModel[] =>
  entity.fields.filter(
    ({ name, kind, secret, mask, multiple }) =>
      secret !== true
      && !mask
      && !multiple
      && !UNSEARCHABLE_KINDS.has(kind)
      && !STORAGE.has(name)
      && name !== entity.key,
  )

/** Whose records a rule chooses, which its field says or another field of the record; undefined while that is empty. */
export function ruleTarget(
  entities: ReadonlyMap<string, Entity>,
  { rule }: Pick<FieldModel, 'rule'>,
  kind: unknown,
): Entity | undefined {
  if (rule?.entity !== undefined) return entities.get(rule.entity)
  const named = String(kind ?? '')
  return named === '' ? undefined : [...entities.values()].find(({ union }) => union?.kind === named)
}
