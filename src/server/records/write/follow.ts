import { noteUses } from '../../attachments/uses.ts'
import { audit } from '../../call/audit.ts'
import type { WrittenRecord } from './write.ts'

/** Last step of a save, in the same transaction: notes of files in use, the product's hooks, the audit trail. */
export async function followSave({ call, entity, tx, before, key, values, after }: WrittenRecord): Promise<void> {
  const saving = { call, entity, tx, before }
  await noteUses(saving, key, values)
  for (const hook of call.product.hooks) await hook.afterSave?.(saving, after)
  await audit(tx, call, { action: call.endpoint.name, entity: entity.name, objectId: key, before, after })
}
