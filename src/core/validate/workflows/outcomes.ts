import { compileExpression, memberPaths } from '../../expression/index.ts'
import type { Value } from '../../model/documents.ts'
import type { TransitionDoc } from '../../model/workflow.ts'
import { isExpression } from '../../model/field/written.ts'
import type { Machine } from '../../workflow/machine.ts'

/** Who has the record after a transition, told by who had to do with it before. */
export type Heir = 'holder' | 'sender' | 'actor' | 'chosen'
export interface Outcome {
  to: string
  heir: Heir
}

/** Stand for the units that a rule without records cannot know. */
const MARKS: Record<Exclude<Heir, 'chosen'>, string> = { holder: '§holder', sender: '§sender', actor: '§actor' }
const CHOSEN = '§chosen'
/** Forms are tried with every value that an expression mentions: more combinations than this are not looked at. */
const MOST = 256

const LITERAL = /'([^']*)'|"([^"]*)"|\b(\d+)\b/g

/** Values that decide something in these expressions, and one that none of them mentions. */
function literalsIn(texts: readonly string[]): unknown[] {
  const found = texts.flatMap(text =>
    [...text.matchAll(LITERAL)].map(match => match[1] ?? match[2] ?? Number(match[3])),
  )
  return [CHOSEN, ...new Set(found)]
}

/** Every way to fill in the fields of the form that the expressions read. */
function formsFor(texts: readonly string[]): Record<string, unknown>[] {
  const fields = new Set(
    texts.flatMap(text => pathsIn(text).flatMap(([variable, field]) => (variable === 'form' && field ? [field] : []))),
  )
  const values = literalsIn(texts)
  let forms: Record<string, unknown>[] = [{}]
  for (const field of fields) {
    forms = forms.flatMap(form => values.map(value => ({ ...form, [field]: value })))
    if (forms.length > MOST) return forms.slice(0, MOST)
  }
  return forms
}

const written = (value: Value | undefined): string[] =>
  typeof value === 'string' && isExpression(value) ? [value] : []

function heirOf(org: unknown): Heir {
  if (org === undefined || org === null || org === '' || org === MARKS.holder) return 'holder'
  if (org === MARKS.sender) return 'sender'
  return org === MARKS.actor ? 'actor' : 'chosen'
}

/** What is known of a record without seeing it: its state, and marks for its units. */
export function rowOf({ doc, status }: Machine, state: string, isFromNobody: boolean): Record<string, unknown> {
  const { org, sender } = doc.record ?? {}
  return {
    [status]: state,
    ...(org === undefined ? {} : { [org]: MARKS.holder }),
    ...(sender === undefined ? {} : { [sender]: isFromNobody ? null : MARKS.sender }),
  }
}

/** Where a transition leads from a state, and to whom: each possible combination once. */
export function outcomesOf(machine: Machine, transition: TransitionDoc, state: string): Outcome[] {
  const { assign, branches = [] } = transition
  const row = rowOf(machine, state, false)
  const user = { id: '§user', orgId: MARKS.actor, roles: [] }
  const found = new Map<string, Outcome>()
  for (const form of formsFor([...branches.map(branch => branch.when), ...written(assign?.org)])) {
    const context = { row, form, user, option: {}, at: { time: '' } }
    const heir = heirOf(workedOut(assign?.org, context))
    for (const to of targetsIn(transition, state, context)) found.set(`${to} ${heir}`, { to, heir })
  }
  return [...found.values()]
}

const workedOut = (value: Value | undefined, context: Context): unknown =>
  typeof value === 'string' && isExpression(value) ? attempt(() => compileExpression(value)(context)) : value

/** A condition about what only a record knows may hold or not: both ways are possible. */
function targetsIn({ branches = [], to }: TransitionDoc, state: string, context: Context): string[] {
  const targets: string[] = []
  for (const branch of branches) {
    const verdict = judge(branch.when, context)
    if (verdict === false) continue
    targets.push(String(branch.to))
    if (verdict === true) return targets
  }
  return [...targets, String(to ?? state)]
}

export type Context = Record<string, unknown> & { row: Record<string, unknown> }

/** Whether a condition holds; undefined where it depends on more than is known. */
export function judge(when: string, context: Context): boolean | undefined {
  const paths = attempt(() => memberPaths(when))
  const isKnown = paths?.every(([variable, field]) => {
    if (variable === 'form') return true
    return variable === 'row' && field !== undefined && field in context.row
  })
  return isKnown ? attempt(() => compileExpression(when)(context) === true) : undefined
}

/** What an expression reads; nothing where it is none, which another rule reports. */
const pathsIn = (text: string): string[][] => attempt(() => memberPaths(text)) ?? []

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
