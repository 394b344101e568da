import { entityFor } from '../../access/field-rights.ts'
import { reachOf } from '../../access/reach.ts'
import type { Entity } from '../../db/tables/models.ts'
import { notFound } from '../../answer/refusal.ts'
import { signedInUser, type CallContext } from '../../call/context.ts'

const ONE_OR_LIST = /^(one|list)$/
const READ_IN_ANY_WAY = /^(\w+\.)?(one|list)$/

function shownEntity(call: CallContext, name: string, does: RegExp): Entity | undefined {
  const user = signedInUser(call)
  const { calls } = reachOf(call.scoped, user)
  const shown = [...call.scoped.calls().values()].some(
    one => calls.has(one.name) && one.entity === name && does.test(one.handler ?? ''),
  )
  const entity = shown ? call.entities().get(name) : undefined
  return entity && entityFor(entity, user)
}

/** The entity, if some page of the user lists or shows its records in the usual way. */
export const listedEntity = (call: CallContext, name: string): Entity | undefined =>
  shownEntity(call, name, ONE_OR_LIST)

/** The entity, limited to fields that the user may see; refused unless some page of the user shows such records. */
export function readableEntity(call: CallContext, name: string): Entity {
  const entity = shownEntity(call, name, ONE_OR_LIST)
  if (!entity) throw notFound()
  return entity
}

/** As above for entries of the audit trail; also for entities whose table is read by calls of their own. */
export const tellableEntity = (call: CallContext, name: string): Entity | undefined =>
  shownEntity(call, name, READ_IN_ANY_WAY)
