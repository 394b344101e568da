import { ExpressionError } from '../../core/expression/error.ts'
import type { CallForm } from '../../core/compile/page-forms.ts'
import { transitionOf } from '../../core/workflow/plan.ts'
import { formsFor } from '../access/forms.ts'
import { badRequest } from '../answer/refusal.ts'
import { noteUses } from '../attachments/uses.ts'
import { signedInUser, type CallContext, type CompletedTransition, type Saving } from '../call/context.ts'
import { transact } from '../call/transact.ts'
import type { Entity } from '../db/tables/models.ts'
import { numbersFor } from '../records/write/running-number.ts'
import { writeRow } from '../records/write/write.ts'
import { followTransition } from './follow.ts'
import { judgeTransitionForm } from './form.ts'
import { openTransition, type TransitionTarget } from './open.ts'
import { planTransition, type PlannedTransition } from './plan.ts'

export interface TransitionResult {
  key: string
  from: string
  to: string
  /** entity → key of records created by the transition */
  created: Record<string, string>
}

/** Fourth step: writes the planned changes. */
async function writeTransition({
  saving,
  key,
  request,
  plan,
  change,
}: PlannedTransition): Promise<CompletedTransition> {
  const numbers = await numbersFor(saving, change)
  const after = await writeRow(saving.tx, saving.entity, saving.before, { ...change, ...numbers })
  await noteUses(saving, key, change)
  return { saving, request, plan, key, after, take: takeAnother }
}

/** What the configuration says of this record cannot be worked out: the log says where, the answer what to do. */
function unworkable({ code, text }: { code: string; text: string }, error: unknown, call: CallContext): unknown {
  if (!(error instanceof ExpressionError)) return error
  call.fault(new Error(`${code}: ${error.message}`, { cause: error }))
  return badRequest(`${text}要写的内容按这条记录算不出来，请补全记录后重试；仍然不行请联系管理员`)
}

/**
 * One transition in an open transaction: open, judge, plan, write, follow. Each step returns its input together with
 * its results.
 */
async function takeWithin(
  saving: Saving,
  wanted: TransitionTarget,
  forms: readonly CallForm[],
): Promise<TransitionResult> {
  const opened = await openTransition(saving, wanted)
  const transition = transitionOf(opened.request)
  const form = await judgeTransitionForm(opened.saving, transition, forms)
  try {
    const planned = await planTransition(opened, form)
    const done = await writeTransition(planned)
    const created = await followTransition(done)
    return { key: done.key, from: done.plan.from, to: done.plan.to, created }
  } catch (error) {
    const name = `workflows/${opened.request.machine.doc.workflow} transitions.${wanted.code}`
    throw unworkable({ code: name, text: `“${transition.label}”` }, error, opened.saving.call)
  }
}

/** For effects and hooks: a transition of another record in the same transaction; with `at` by the system. */
const takeAnother = (saving: Saving, key: string, code: string, at?: string): Promise<TransitionResult> =>
  takeWithin(saving, { key, code, at }, [])

/**
 * Takes one transition of one record in one transaction: locks the row, judges and changes it, and writes route,
 * message, created records and audit trail. `at`: time of the hourly run, which fills in no form. If two users press a
 * button at once, the second finds the record in its new state and is refused.
 */
export function takeTransition(
  call: CallContext,
  entity: Entity,
  key: string,
  code: string,
  at?: string,
): Promise<TransitionResult> {
  const pageForms = at === undefined ? formsFor(call.scoped, signedInUser(call), call.endpoint) : []
  const forms = pageForms.filter(form => form.transition === undefined || form.transition === code)
  return transact(call, (inside, tx) =>
    takeWithin({ call: inside, entity, tx, before: undefined }, { key, code, at }, forms),
  )
}
