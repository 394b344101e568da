import { audit } from '../../call/audit.ts'
import { isHiddenIn, mayUnmask } from '../../access/field-rights.ts'
import { forbidden, notFound } from '../../answer/refusal.ts'
import { requiredArg, signedInUser, type Handler, type Handlers } from '../../call/context.ts'
import { isMasked } from '../../records/read/mask.ts'
import { recordInScope } from '../../records/read/record.ts'
import { readableEntity } from './readable.ts'

/**
 * Reveals one masked value. The entry in the audit trail is written in the same transaction, so no value is revealed
 * without one.
 */
const reveal: Handler = async (call): Promise<{ value: string }> => {
  if (!mayUnmask(signedInUser(call))) throw forbidden('您没有查看敏感信息的权限')
  const entity = readableEntity(call, requiredArg(call, 'entity'))
  const key = requiredArg(call, 'key')
  const field = entity.byName.get(requiredArg(call, 'field'))
  if (!field?.mask) throw notFound()
  return call.db.transaction().execute(async tx => {
    const row = await recordInScope(tx, call, entity, key)
    if (isHiddenIn(field, row)) throw notFound()
    if (isMasked(field, row))
      await audit(tx, call, {
        action: call.endpoint.name,
        entity: entity.name,
        objectId: key,
        after: { field: field.name },
      })
    return { value: String(row[field.name] ?? '') }
  })
}

export const reveals: Handlers = { 'record.reveal': reveal }
