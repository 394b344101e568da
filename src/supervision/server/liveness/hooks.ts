import type { Hooks } from '../../../server/call/context.ts'
import { scopedOf } from '../../../server/machines/machines.ts'
import { graded } from './grade.ts'
import { keepPoints } from './points.ts'

/** A carrier's score sets its level, and is stored as the point of the month. */
export const LIVENESS_HOOKS: Hooks = {
  beforeSave: ({ call, entity, before }, values) => {
    const scoped = scopedOf(call, entity, { customerId: call.user?.customerId, ...before, ...values })
    return graded(entity, values, name => scoped.dictionary(name))
  },
  afterSave: ({ call, entity, tx, before }, after) =>
    keepPoints({ tx, entities: call.entities(), carrier: entity }, before, after),
}
