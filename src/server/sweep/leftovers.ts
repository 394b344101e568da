import { sql } from 'kysely'
import type { Lying } from '../files/store.ts'
import { namedAmong } from './naming.ts'
import { DAY_MS, type Sweeping } from './terms.ts'

/** The files belong to another database's server: none may be deleted. */
export class ForeignFolder extends Error {
  constructor(known: number, unknown: number) {
    super(
      `文件目录里的文件大多不是这个数据库的（认识 ${known} 个，不认识 ${unknown} 个），没有清理。请检查 DATA_DIR 与 DATABASE_URL 是否配套 / most files of `
        + `the data folder are unknown to this database (${known} known, ${unknown} unknown), none was swept: `
        + `check that DATA_DIR and DATABASE_URL belong together`,
    )
  }
}

async function knownAmong({ db }: Sweeping, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const list = sql.join(ids)
  const { rows } = await sql<{
    id: string
  }>`select id from sys_file where id in (${list}) union all select id from sys_job where id in (${list})
    union all select "fileId" from sys_file_use where "fileId" in (${list})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Files asked for at once: they lie in folders of a few. */
const AT_ONCE = 1000

async function* inThousands(files: Sweeping['files']): AsyncGenerator<Lying[]> {
  let some: Lying[] = []
  for await (const more of files.lying()) {
    some.push(...more)
    if (some.length < AT_ONCE) continue
    yield some
    some = []
  }
  yield some
}

/** Deletes old files that the database does not know, and drafts of interrupted writes. */
export async function sweepLeftovers(sweeping: Sweeping): Promise<number> {
  const before = sweeping.now - sweeping.terms.leftovers * DAY_MS
  const unknown: Lying[] = []
  let known = 0
  let swept = 0
  for await (const some of inThousands(sweeping.files)) {
    const old = some.filter(({ writtenAt }) => writtenAt < before)
    for (const draft of old.filter(({ isWhole }) => !isWhole)) {
      await draft.remove()
      swept++
    }
    const whole = old.filter(({ isWhole }) => isWhole)
    const ours = await knownAmong(
      sweeping,
      whole.map(({ id }) => id),
    )
    known += ours.size
    unknown.push(...whole.filter(({ id }) => !ours.has(id)))
    await sweeping.rest()
  }
  const named = await namedAmong(
    sweeping,
    unknown.map(({ id }) => id),
  )
  const left = unknown.filter(({ id }) => !named.has(id))
  if (left.length > known) throw new ForeignFolder(known, left.length)
  for (const one of left) {
    await one.remove()
    swept++
  }
  return swept
}
