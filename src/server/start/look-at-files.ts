import { sql } from 'kysely'
import { compareFiles } from '../attachments/compare-files.ts'
import { faultLines, type FaultyFiles } from '../attachments/named-files.ts'
import type { Services } from '../call/context.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../product/product.ts'
import { mayTake } from '../sweep/turn.ts'
import { nowMs } from '../time/clock.ts'
import { pause } from '../time/pause.ts'
import { tellManagers } from './tell-managers.ts'

const [DAY_MS, WEEK_MS] = [86_400_000, 7 * 86_400_000]
/** Entry in sys_meta: when rows and files were last compared. */
const COMPARED = 'files compared'

/**
 * Whether it is this instance's turn: one looks each week, for the first time a day after the first start. Returns a
 * number that is another one each week.
 */
async function mayLook(db: Database, now = nowMs()): Promise<number | undefined> {
  await sql`insert into sys_meta (name, value) values (${COMPARED}, ${String(now - WEEK_MS + DAY_MS)})
    on conflict (name) do nothing`.execute(db)
  return (await mayTake(db, COMPARED, WEEK_MS, now)) ? Math.floor(now / WEEK_MS) : undefined
}

const told = ({ count, first }: FaultyFiles): string =>
  `数据库记着的 ${count} 个文件不在了，或与存入时不同。请系统管理员检查文件目录是否已挂载，并从备份补回。`
  + `\n${first
    .slice(0, 20)
    .map(({ name }) => name)
    .join('\n')}`

/** Compares rows with files once a week, and tells the operator and those who manage the platform what is wrong. */
export async function lookAtFiles(services: Services, log: Log, stop?: AbortSignal): Promise<void> {
  const { db, files } = services
  const turn = await mayLook(db)
  if (turn === undefined) return
  const rest = async (): Promise<void> => {
    await pause()
    stop?.throwIfAborted()
  }
  const found = await compareFiles({ db, files, rest, turn })
  if (found.count === 0) return
  log.error(
    [
      `数据库记着的 ${found.count} 个文件不在了或与存入时不同，请检查 DATA_DIR 的 files 是否已挂载，并从备份补回 / `
        + `${found.count} files that records name are gone, or are not what was stored: see whether the folder files `
        + 'of DATA_DIR is mounted, and bring them back from a backup',
      ...faultLines(found),
    ].join('\n'),
  )
  await tellManagers(services, `${found.count} 个文件丢失或损坏`, told(found))
}
