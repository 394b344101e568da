import type { Database, TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { ticks } from '../../../server/time/ticks.ts'
import type { Verdict } from './verify.ts'

export interface TimedVerdict {
  verdict: Verdict | undefined
  /** when the evidence was compared, 'YYYY-MM-DD HH:mm:ss' */
  time: string
}
interface Kept {
  since: number
  coming: Promise<TimedVerdict>
}

/** Milliseconds for which a comparison is told again: files that change meanwhile are found by the next. */
const KEPT_MS = 60_000
const MOST_KEPT = 1000

const known = new WeakMap<Database, Map<string, Kept>>()

/**
 * The verdict on a record as it is now. A comparison reads all files and the chain up to it, and strangers may ask as
 * often as they like: those who ask while one is under way, or soon after, are told its result. Another state of the
 * record is compared anew, and so is what could not be compared.
 */
export function recentVerdict(
  db: Database,
  row: TableRow,
  compare: () => Promise<Verdict | undefined>,
): Promise<TimedVerdict> {
  const kept = known.get(db) ?? new Map<string, Kept>()
  known.set(db, kept)
  const state = JSON.stringify(row)
  const found = kept.get(state)
  if (found && ticks() - found.since < KEPT_MS) return found.coming
  if (kept.size >= MOST_KEPT) kept.clear()
  const coming = compare().then(verdict => ({ verdict, time: chinaTime() }))
  kept.set(state, { since: ticks(), coming })
  coming.catch(() => kept.delete(state))
  return coming
}
