import { entityFor } from '../../access/field-rights.ts'
import { reachOf } from '../../access/reach.ts'
import type { Entity } from '../../db/models.ts'
import { notFound } from '../../http/refusal.ts'
import { signedInUser, type CallContext } from '../context.ts'

/** Only kinds of records that some page of the person's shows, with the fields that are theirs to see. */
export function readableEntity(call: CallContext, name: string): Entity {
  const user = signedInUser(call)
  const { calls } = reachOf(call.scoped, user)
  const shown = call.configuration().endpoints().some(one => calls.has(one.name) && one.entity === name && (one.does === 'one' || one.does === 'list'))
  const entity = shown ? call.entities().get(name) : undefined
  if (!entity) throw notFound()
  return entityFor(entity, user)
}
