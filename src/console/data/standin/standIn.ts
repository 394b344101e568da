import type { ConsoleApp } from '../../app/app.ts'
import { kept, textsIn } from '../../app/kept.ts'
import { MAY, type Envelope, type Row } from '../../../core/contract/api.ts'
import type { BackendFacts } from '../../../core/contract/backend.ts'
import type { InsteadDoc } from '../../../core/model/endpoints.ts'
import type { Call } from '../../../core/contract/configuration.ts'
import type { Actor } from '../../../core/workflow/decide.ts'
import { deciderOf, type Decide } from '../../../core/workflow/decisions.ts'
import type { Args, StandIn } from '../http/http.ts'
import { chinaDay } from '../../i18n/day.ts'
import { lackOf, type Answer, type Behind } from './answer.ts'
import { batchesBy } from './batches.ts'
import { figuresBy } from './figures.ts'
import { keptFor } from './keptHere.ts'
import { rolesBy } from './roles.ts'
import { tabsBy } from './tabs.ts'

/** Below it stands what our own server alone has: nobody else is asked for it. */
const OURS = '/api-console/'
const NO_SUCH_CALL: ReadonlySet<number> = new Set([404, 405, 501])

export { wordsBy } from './words.ts'
export const lackedBefore = kept('tab', 'lacks', textsIn)

/**
 * What our own server would do, done in the browser by the calls of the specification. What the backend was found to
 * lack is not asked for again in this tab.
 */
export function standInFor(app: ConsoleApp, behind: Behind): StandIn {
  const { facts, actor } = behind
  const answers: Readonly<Record<string, Answer>> = {
    ...keptFor(actor.user.id),
    ...batchesBy(app, facts),
    ...tabsBy(app, facts),
    ...figuresBy(app, behind),
    ...rolesBy(app, facts),
  }
  const lacked = new Set(lackedBefore.read())
  /** what has answered once is there, whatever a gateway says later */
  const answered = new Set<string>()
  const may = mayOf(facts, actor)
  const lacks = ({ name, path }: Call): boolean => {
    if (name in answers || name in facts.instead || facts.served.includes(name)) return lacked.has(name)
    return path.startsWith(OURS) || lacked.has(name)
  }
  return {
    lacks,
    answer: (call, args) => (lacks(call) ? Promise.reject(lackOf(call)) : answers[call.name]?.(args)),
    specified: (call, args) => specified(facts, call, args),
    missed: (call, status, envelope) => {
      if (answered.has(call.name) || !NO_SUCH_CALL.has(status) || !isForeign(envelope)) return undefined
      lacked.add(call.name)
      lackedBefore.keep([...lacked])
      return lackOf(call)
    },
    complete: (asked, call, data) => {
      answered.add(asked.name)
      const decide = may(facts.calls[call.name]?.entity)
      if (decide && !call.changes?.length) for (const row of rowsIn(data)) row[MAY] ??= decide(row)
    },
  }
}

/** A framework that knows no such address knows no envelope; a record that is not there is told in one. */
const isForeign = (envelope: Envelope<unknown> | undefined): boolean =>
  envelope?.resultCode === undefined && envelope?.code === undefined

function mayOf({ workflows }: BackendFacts, actor: Actor): (entity: string | undefined) => Decide | undefined {
  const made = new Map<string, Decide>()
  return entity => {
    const workflow = entity === undefined ? undefined : workflows[entity]
    if (entity === undefined || !workflow) return undefined
    const decide = made.get(entity) ?? deciderOf(workflow, { ...actor, today: chinaDay() })
    made.set(entity, decide)
    return decide
  }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows of a list, of an array, or the record itself. */
function rowsIn(data: unknown): Row[] {
  if (Array.isArray(data)) return data.filter(isRow)
  if (!isRow(data)) return []
  const { list } = data
  return Array.isArray(list) ? list.filter(isRow) : [data]
}

/** The call of the specification that does what one of ours does; all others go as they are. */
function specified(facts: BackendFacts, call: Call, args: Args): { call: Call; args: Args } {
  const instead = facts.instead[call.name]
  const target = instead && facts.calls[insteadCall(instead, args)]
  if (!instead || !target) return { call, args: byItsName(call, args) }
  const { keys } = instead
  const key = target.key ?? 'id'
  const { [key]: chosen, ...rest } = args
  const named = keys === undefined ? { [key]: chosen } : { [keys]: [chosen].flat() }
  return { call: target.call, args: { ...named, ...rest, ...instead.set } }
}

const insteadCall = ({ call, actions }: InsteadDoc, { action }: Args): string => actions?.[String(action)] ?? call

/** A call that has one argument is asked by the name that the specification gives it. */
function byItsName({ names }: Call, args: Args): Args {
  const [name, ...others] = names ?? []
  const [given, ...more] = Object.keys(args)
  if (name === undefined || given === undefined || others.length > 0 || more.length > 0) return args
  return { [name]: args[given] }
}
