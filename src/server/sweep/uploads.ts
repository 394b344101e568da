import { sql } from 'kysely'
import { audit } from '../call/audit.ts'
import { chinaTime } from '../db/time.ts'
import { namedAmong } from './naming.ts'
import { DAY_MS, type Sweeping } from './terms.ts'

const BITE = 500

interface Upload {
  id: string
  createTime: string
  used: boolean
}

/** Old uploads without a noted use, oldest first. */
async function* unused({ db, rest }: Sweeping, before: string): AsyncGenerator<Upload[]> {
  let last: Upload | undefined
  for (;;) {
    const from = last ? sql`("createTime", id) > (${last.createTime}::timestamp, ${last.id})` : sql`true`
    const { rows } = await sql<Upload>`select id, "createTime", exists (select from sys_file_use u
        where u."fileId" = f.id) as used from sys_file f
      where ${from} and "createTime" < ${before} order by "createTime", id limit ${BITE}`.execute(db)
    yield rows.filter(({ used }) => !used)
    last = rows.at(-1)
    if (!last) return
    await rest()
  }
}

/**
 * Deletes an upload. A save that refers to it holds a lock on its row, which this waits for. The file is deleted last:
 * if that fails, leftovers.ts deletes it later.
 */
async function remove({ db, files }: Sweeping, id: string): Promise<boolean> {
  const isGone = await db.transaction().execute(async tx => {
    await sql`select id from sys_file where id = ${id} for update`.execute(tx)
    const { rows } = await sql<{ name: string; size: number; sha256: string }>`delete from sys_file f where id = ${id}
      and not exists (select from sys_file_use u where u."fileId" = f.id) returning name, size, sha256`.execute(tx)
    if (rows[0])
      await audit(
        tx,
        { user: undefined, ip: '' },
        { action: 'file.sweep', entity: 'file', objectId: id, before: { ...rows[0] } },
      )
    return rows.length > 0
  })
  if (isGone) await files.remove(id)
  return isGone
}

/** Deletes uploads that nothing has referred to for long enough. */
export async function sweepUploads(sweeping: Sweeping): Promise<number> {
  let swept = 0
  for await (const some of unused(sweeping, chinaTime(sweeping.now - sweeping.terms.uploads * DAY_MS))) {
    const named = await namedAmong(
      sweeping,
      some.map(({ id }) => id),
      some[0]?.createTime,
    )
    for (const { id } of some) if (!named.has(id) && (await remove(sweeping, id))) swept++
  }
  return swept
}
