import { OutcomeUnknown } from '../answer/unavailable.ts'
import { mayWrite } from './written.ts'

const BEGINS = /^\s*(?:begin|start transaction)\b/i
const ENDS = /^\s*(?:commit|rollback(?!\s+to\b)|end|abort)\b/i
const ROLLS_BACK = /^\s*(?:rollback(?!\s+to\b)|abort)\b/i
const COMMITS = /^\s*(?:commit|end)\b/i
const READS = /^\s*(?:\/\*[^*]*\*\/\s*)*select\b/i

const ROLLED_BACK = { command: 'ROLLBACK', rowCount: 0, rows: [] }

/** What stands alone is kept as soon as it is done. */
const isCommit = (text: string, isInTransaction: boolean): boolean =>
  isInTransaction ? COMMITS.test(text) : mayWrite(text) && !READS.test(text)

/** How a connection broke: after the statement had been sent, or before. */
export type Break = 'unanswered' | 'unsent'

/**
 * Follows the statements of one connection, as one borrower sends them. Where the connection breaks before the answer
 * to a commit has come, it is not known whether the change is kept; before that it is not.
 */
export class Outcome {
  /** the connection: it is not used again */
  isBroken = false
  #isInTransaction = false

  /** `breakOf`: none where the database has refused, and the connection holds. */
  async of(text: string, send: () => Promise<unknown>, breakOf: (error: Error) => Break | undefined): Promise<unknown> {
    // nothing is left to be rolled back; to say that it failed would hide why
    if (this.isBroken && ROLLS_BACK.test(text)) return ROLLED_BACK
    const isKept = !this.isBroken && isCommit(text, this.#isInTransaction)
    if (BEGINS.test(text)) this.#isInTransaction = true
    else if (ENDS.test(text)) this.#isInTransaction = false
    try {
      return await send()
    } catch (error) {
      const broke = error instanceof Error ? breakOf(error) : undefined
      this.isBroken ||= broke !== undefined
      throw isKept && broke === 'unanswered' ? new OutcomeUnknown(error as Error) : error
    }
  }
}
