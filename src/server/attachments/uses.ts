import type { TableRow } from '../db/database.ts'
import type { FieldModel } from '../db/tables/models.ts'
import { signedInUser, type Saving } from '../call/context.ts'
import { badRequest } from '../answer/refusal.ts'
import { addressesIn, fileIdOf, respelt } from './addresses.ts'
import { filesIn, ownAddress } from './register.ts'

/** Characters of a wrong address shown in a message: enough to recognise it. */
const SHOWN = 60

/** The canonical form of an address that is new to the record, or why it may not be stored. */
async function judged(
  { call, tx }: Saving,
  field: FieldModel,
  address: string,
): Promise<{ spelt: string } | { error: string }> {
  const id = fileIdOf(call.scoped.app.api.fileBase, address)
  if (id === undefined)
    return { error: `${field.label}里的“${[...address].slice(0, SHOWN).join('')}”不是上传到本系统的文件，请重新上传` }
  const spelt = await ownAddress({ ...call, db: tx, user: signedInUser(call) }, id)
  return spelt === undefined ? { error: `${field.label}里有不存在或无权使用的文件` } : { spelt }
}

/**
 * Checks addresses that a save adds to a record. Only files that the writer may read are accepted: naming a file in a
 * record makes it readable for all readers of the record, and their consoles request every address in it. Addresses are
 * stored in canonical form, so that each file has one. What the record held before is not checked: the file may have
 * been deleted long ago.
 */
export async function settleFiles(saving: Saving, values: TableRow): Promise<Record<string, string>> {
  const { entity, before = {} } = saving
  const had = new Set(entity.fields.flatMap(field => addressesIn(field, before[field.name])))
  const errors: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = entity.byName.get(name)
    if (!field) continue
    const spelling = new Map<string, string>()
    for (const address of addressesIn(field, value).filter(one => !had.has(one))) {
      const result = await judged(saving, field, address)
      if ('error' in result) errors[name] = result.error
      else spelling.set(address, result.spelt)
    }
    if (spelling.size > 0) values[name] = respelt(field, value, address => spelling.get(address) ?? address)
  }
  return errors
}

/** Notes which records name a file, so that a check of access reads only those. */
export async function noteUses({ call, entity, tx, before }: Saving, key: string, values: TableRow): Promise<void> {
  const base = call.scoped.app.api.fileBase
  const ids = filesIn(base, entity, values)
  if (ids.length === 0) return
  // the lock makes the sweep wait for this save, and shows this save files that have been swept since they were checked
  const held = await tx.selectFrom('sys_file').select('id').where('id', 'in', ids).forKeyShare().execute()
  const there = new Set(held.map(row => String(row['id'])))
  const had = filesIn(base, entity, before)
  if (ids.some(id => !there.has(id) && !had.includes(id)))
    throw badRequest('上传的文件太久没有用到，已被清理，请重新上传')
  const rows = [...there].map(fileId => ({ fileId, entity: entity.name, objectId: key }))
  if (rows.length > 0)
    await tx
      .insertInto('sys_file_use')
      .values(rows)
      .onConflict(on => on.doNothing())
      .execute()
}
