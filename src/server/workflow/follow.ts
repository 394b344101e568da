import { transitionOf } from '../../core/workflow/plan.ts'
import { audit } from '../call/audit.ts'
import type { CompletedTransition } from '../call/context.ts'
import { writeRow } from '../records/write/write.ts'
import { createRecords, sendMessage, writeRoute } from './records.ts'

/** Runs the transition's effect in the same transaction and writes the values that it returns. */
async function withEffect(done: CompletedTransition): Promise<CompletedTransition> {
  const { effect: name } = transitionOf(done.request)
  if (name === undefined) return done
  const effect = done.saving.call.product.effects[name]
  if (!effect) throw new Error(`No effect ${name} is known`)
  const found = (await effect(done)) ?? {}
  if (Object.keys(found).length === 0) return done
  return { ...done, after: await writeRow(done.saving.tx, done.saving.entity, done.after, found) }
}

/**
 * Last step of a transition, in the same transaction: effect, created records, route, message, the product's hooks,
 * audit trail. Returns entity → key of what was created.
 */
export async function followTransition(written: CompletedTransition): Promise<Record<string, string>> {
  const done = await withEffect(written)
  const { saving, request, key, after } = done
  const { call, tx, entity } = saving
  const created = await createRecords(done)
  await writeRoute(done)
  await sendMessage(done)
  for (const hook of call.product.hooks) await hook.afterTransition?.(done)
  await audit(tx, call, {
    action: call.endpoint.name,
    entity: entity.name,
    objectId: key,
    before: request.row,
    after: { ...after, transition: request.code, form: request.form },
  })
  return created
}
