import type { CallContext } from '../call/context.ts'
import { paced } from '../db/paced.ts'
import type { ImportedColumns, ImportOrder } from '../sheets/works.ts'
import { nowAndThen } from '../time/now-and-then.ts'
import { checkRows, type CheckedRow, type Checking } from './check-rows.ts'
import { importPlan, type ImportPlan } from './plan.ts'

/** The last column of the file to correct; it is passed over when that file comes back. */
export const REASON = '未导入的原因'

/** So often the check looks whether it is still wanted, and what its person may do now. */
const LOOK_MS = 500
/** Rows rehearsed in one transaction. */
const MOST_TOGETHER = 50

export interface FileCheck {
  file: AsyncIterable<Uint8Array>
  /** the person with the rights of now, asked again and again */
  person(): Promise<CallContext>
  /** arguments of the request */
  args: Record<string, unknown>
  /** rows checked, of all; throws if the check has been cancelled */
  told(done: number, total: number): Promise<void>
  signal?: AbortSignal
}

const orderOf = ({ columns, translate }: ImportPlan): ImportOrder => ({
  columns: columns.map(({ heading, field }) => ({
    heading,
    others: [field.label, field.name],
    isRequired: field.required === true && field.default === undefined,
  })),
  ignored: [REASON, translate(REASON)],
})

const placedIn = ({ columns }: ImportPlan, { placed }: ImportedColumns): Checking['columns'] =>
  placed.flatMap(({ column, letters }) => {
    const own = columns[column]
    return own ? [{ column: own, letters }] : []
  })

/** Asks again, now and then, who the person is now, and tells how far the check is. */
class Looking {
  readonly #check: FileCheck
  readonly #isDue = nowAndThen(LOOK_MS)
  #person: CallContext | undefined

  constructor(check: FileCheck) {
    this.#check = check
  }

  async look(done: number, total: number): Promise<CallContext> {
    if (!this.#isDue() && this.#person) return this.#person
    await this.#check.told(done, total)
    this.#person = await this.#check.person()
    return this.#person
  }
}

/**
 * Reads a spreadsheet and checks every row of it, some at a time; writes nothing. Throws a Refusal where the file as a
 * whole cannot be imported.
 */
export async function* checkFile(check: FileCheck): AsyncGenerator<CheckedRow[]> {
  const { file, person, args, signal } = check
  const call = { ...(await person()), args }
  const plan = importPlan(call)
  const looking = new Looking(check)
  let checking: Checking | undefined
  let [done, total] = [0, 0]
  for await (const piece of call.heavy.run('sheet.import', orderOf(plan), { input: file, signal })) {
    if (!Array.isArray(piece)) {
      total = piece.total
      checking = { plan, columns: placedIn(plan, piece), seen: new Map(), pace: paced(call.db, MOST_TOGETHER) }
    } else if (checking) {
      const now = await looking.look(done, total)
      yield await checkRows(call, now, checking, piece)
      done += piece.length
    }
  }
}
