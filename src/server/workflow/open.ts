import { whyNot } from '../../core/workflow/decide.ts'
import type { TransitionRequest } from '../../core/workflow/plan.ts'
import { calendarFrom } from '../../core/workflow/working-days.ts'
import { badRequest } from '../answer/refusal.ts'
import type { CallContext, Saving } from '../call/context.ts'
import type { Database, TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { refusalOf } from '../machines/check-change.ts'
import { followedBy, type Followed } from '../machines/machines.ts'
import { knowingOne } from '../machines/taken.ts'
import { recordInScope } from '../records/read/record.ts'
import { laterThan } from '../records/write/effects.ts'

/** The transition and record of a request. */
export interface TransitionTarget {
  key: string
  code: string
  /** time of the hourly run, for transitions taken by the system; absent for users */
  at?: string | undefined
}

/** A transition that may be taken: the record is locked, the form not judged yet. */
export interface OpenTransition {
  saving: Saving & { before: TableRow }
  key: string
  request: Omit<TransitionRequest, 'form'>
}

/** The workflow that a record follows, as its own customer and area have it; refused where it follows none. */
export async function requiredWorkflow(
  db: Database,
  call: CallContext,
  entity: Entity,
  row: TableRow,
): Promise<Followed> {
  const followed = await knowingOne(db, entity, row, followedBy(call, entity, row))
  if (!followed) throw badRequest(`${entity.label}没有办理流程`)
  return followed
}

/** First step of a transition: locks the record; throws if the user may not take it, or not from this state. */
export async function openTransition(saving: Saving, { key, code, at }: TransitionTarget): Promise<OpenTransition> {
  const { call, tx, entity } = saving
  const row = await recordInScope(tx, call, entity, key, true)
  const { machine, scoped, actor: person } = await requiredWorkflow(tx, call, entity, row)
  const transition = machine.transitions.get(code)
  if (transition?.via) throw badRequest(`${transition.label ?? code}不由办理接口来做`)
  const actor = { ...person, ...(at === undefined ? {} : { system: true as const }) }
  const why = whyNot(machine, code, row, actor)
  if (why) throw refusalOf(why)
  const now = at ?? laterThan(row['updateTime'])
  return {
    saving: { ...saving, before: row },
    key,
    request: { machine, code, row, actor, now, calendar: calendarFrom(name => scoped.dictionary(name)) },
  }
}
