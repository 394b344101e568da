import type { Database, TableRow } from '../../../server/db/database.ts'
import { discardId, linkOf, type Link } from './chain.ts'
import { manifestIn, sha256, type Discarding } from './manifest.ts'

/** The chain's entry about the discarding of a piece's files. */
export interface Discarded {
  link: Link
  said: Discarding
}

/** Undefined if the files were not discarded. */
export async function discardingOf(db: Database, evidenceId: string): Promise<Discarded | undefined> {
  const link = await linkOf(db, discardId(evidenceId))
  const said = link && (manifestIn(link.manifest) as Discarding | undefined)
  return link && said && { link, said }
}

/** The problem if a record claims that its files were discarded and the chain does not, or the reverse. */
export function discardProblem(row: TableRow, link: Link, discarded: Discarded | undefined): string | undefined {
  if (!discarded) return row['discardTime'] ? '记录说文件已到期清除，证据链上却没有清除记录' : undefined
  const { said, link: own } = discarded
  if (
    sha256(own.manifest) !== own.hash
    || said.seq !== own.seq
    || said.previous !== own.previous
    || said.customerId !== own.customerId
  )
    return '清除记录与它在链上的位置不符'
  if (said.discards !== link.evidenceId || said.manifest !== link.hash) return '清除记录不是这份证据的'
  return row['discardTime'] === said.discardedAt
    ? undefined
    : `记录里的文件清除时间与清除记录不符：清除记录 ${said.discardedAt}，记录 ${String(row['discardTime'] ?? '')}`
}
