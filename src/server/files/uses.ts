import type { TableRow } from '../db/database.ts'
import type { Saving } from '../calls/generic/effects.ts'
import { signedInUser } from '../calls/context.ts'
import { filesIn, mayRead } from './register.ts'

/** A record may name only files that its writer may read: else naming one would open it. */
export async function fileProblems({ call, entity, tx, before }: Saving, values: TableRow): Promise<Record<string, string>> {
  const base = call.scoped.manifest.app.api.fileBase
  const had = new Set(filesIn(base, entity, before))
  const errors: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    const fresh = filesIn(base, entity, { [name]: value }).filter(id => !had.has(id))
    for (const id of fresh) {
      if (!await mayRead({ ...call, db: tx, user: signedInUser(call) }, id)) errors[name] = `${entity.byName.get(name)?.label ?? name}里有不存在或无权使用的文件`
    }
  }
  return errors
}

/** Remembers which records name a file, so that asking for its readers looks at those alone. */
export async function noteUses({ call, entity, tx }: Saving, key: string, values: TableRow): Promise<void> {
  const ids = filesIn(call.scoped.manifest.app.api.fileBase, entity, values)
  if (ids.length === 0) return
  const rows = ids.map(fileId => ({ fileId, entity: entity.name, objectId: key }))
  await tx.insertInto('sys_file_use').values(rows).onConflict(on => on.doNothing()).execute()
}
