import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { isAway, outcomeUnknown, type OutcomeUnknown } from '../answer/unavailable.ts'
import { ticks } from '../time/ticks.ts'
import { claim, type Submission } from './submission.ts'

const LOOKED_UP_AGAIN = '不确定是否已保存：数据库暂时不可用，请稍后重试。再按一次时系统会核对，不会重复保存'
/** A database that was restarted is back within seconds; whoever waits longer is told. */
const PATIENCE_MS = 5000
const FIRST_MS = 100

class LookedUp extends Error {
  readonly isKept: boolean
  constructor(isKept: boolean) {
    super('looked up')
    this.isKept = isKept
  }
}

/**
 * To claim the key waits in the database for the transaction that has claimed it, should that still be at its commit;
 * whatever is found is rolled back.
 */
async function lookUp(db: Database, submission: Submission): Promise<boolean> {
  const found = await db
    .transaction()
    .execute(async tx => {
      throw new LookedUp((await claim(tx, submission)) !== undefined)
    })
    .catch((error: unknown) => error)
  if (found instanceof LookedUp) return found.isKept
  throw found
}

async function patiently(db: Database, submission: Submission): Promise<boolean> {
  const end = ticks() + PATIENCE_MS
  for (let tries = 1; ; tries++) {
    try {
      return await lookUp(db, submission)
    } catch (error) {
      if (!isAway(error as Error) || ticks() > end) throw error
      await sleep(FIRST_MS * 2 ** tries)
    }
  }
}

/**
 * Finds out on another connection whether a submission is kept whose commit had no answer. Returns if it is; throws
 * what went wrong if it is not, and where that cannot be found out, says so.
 */
export async function settle(db: Database, submission: Submission, lost: OutcomeUnknown): Promise<void> {
  const isKept = await patiently(db, submission).catch(() => {
    throw outcomeUnknown(submission.isOurs ? undefined : LOOKED_UP_AGAIN)
  })
  if (!isKept) throw lost.cause
}
