import { statusOf } from '../../overlay/status.ts'
import { scopeLabel } from '../../overlay/scopes.ts'
import { machineOf } from '../../workflow/machine.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Problem, Rule } from '../facts/rule.ts'
import { beginnings } from '../workflows/begin.ts'
import { optionsOf, peopleOf, topLevels, type Person } from '../workflows/people.ts'
import { Ground, type Place } from '../workflows/place.ts'
import { distances, hasStepOn, livePlaces, walk, walkAgain, wayTo, type Reached } from '../workflows/walk.ts'
import { viewOf, type WorkflowView } from './workflow-view.ts'

export const workflowDeadEnd: Rule = {
  code: 'workflow-dead-end',
  about: {
    zh: '记录到了谁手里、处于哪个状态，都有人能把它往前办到终点，而不只是退回去',
    en: 'Whoever holds a record, in whichever state: somebody can bring it on to an end, not only send it back',
  },
  check: (context, report) => {
    const said = new Set<string>()
    // what several scopes have from the same line is said once
    const once: Once = (key, problem) => {
      const { file, line, col } = problem.origin
      const name = `${file}:${line}:${col} ${key}`
      if (said.has(name)) return
      said.add(name)
      report(problem)
    }
    const seen = new Set<string>()
    for (const document of context.of('workflow')) checkWorkflow(context, viewOf(document), seen, once)
  },
}

type Once = (key: string, problem: Problem) => void

/** Many scopes have a workflow from different files and yet the same one: `seen` tells which have been checked. */
function checkWorkflow({ resolver }: RuleContext, view: WorkflowView, seen: Set<string>, report: Once): void {
  const { scope } = view.document.view
  const { doc } = view.machine
  if (view.machine.transitions.size === 0) return
  const machine = machineOf(doc, statusOf(resolver.entity(doc.entity ?? '', scope)?.node)?.field ?? '')
  for (const top of topLevels(resolver, scope)) {
    const people = peopleOf(resolver, scope, machine, top)
    const key = JSON.stringify([doc, people.map(({ name, level }) => [name, level])])
    if (seen.has(key)) continue
    seen.add(key)
    const ground = new Ground(machine, people, optionsOf(resolver, scope))
    checkGround(ground, beginnings(ground, resolver, scope), view, report)
  }
}

function checkGround(ground: Ground, starts: readonly Place[], view: WorkflowView, report: Once): void {
  const { doc } = ground.machine
  const scope = view.document.view.scope
  const distance = distances(ground)
  const all = walk(ground, starts)
  const live = livePlaces(all, ground, distance)
  const begun = doc.start === 'able' ? starts.flatMap(start => ablePlace(start, ground, live)) : starts
  const reached = walkAgain(all, begun, ({ isAble, to }) => !isAble || live.has(to))
  for (const one of reached.values()) {
    const { state, holder } = one.place
    if (live.has(one.place) || hasStepOn(one, ground, distance)) continue
    const origin = view.at('states', state)
    report(`${state} ${holder?.name ?? ''}`, { origin, ...words(one, view, scopeLabel(scope)) })
  }
}

/** A record whose maker can do nothing with it begins with the nearest unit above that can; else it is refused. */
function ablePlace(start: Place, ground: Ground, live: ReadonlySet<Place>): Place[] {
  if (live.has(start) || start.holder === undefined) return [start]
  const { state, holder, sender } = start
  const above = ground.people.filter(
    person => person.level < holder.level && live.has(ground.placeAt(state, person, sender)),
  )
  const nearest = Math.max(...above.map(person => person.level))
  return above.filter(person => person.level === nearest).map(person => ground.placeAt(state, person, sender))
}

const whoIs = (person: Person | undefined): string =>
  person === undefined ? '' : person.label === person.name ? person.name : `${person.name} ${person.label}`

/** What the people who have something to do with it can still do: all of it sends the record back. */
function backwards({ steps }: Reached, { machine }: WorkflowView): string[] {
  return [...new Set(steps.map(({ code }) => code))].map(code => `${machine.transitions.get(code)?.label}（${code}）`)
}

function words(one: Reached, view: WorkflowView, scope: string): { zh: string; en: string } {
  const { machine } = view
  const { state, holder } = one.place
  const label = machine.states.get(state)?.label ?? state
  const { start, steps } = wayTo(one)
  const stateOf = (place: Place): string => `${place.state}${place.holder ? `（${whoIs(place.holder)}）` : ''}`
  const way = [
    stateOf(start),
    ...steps.map(({ code, by, to }) => {
      const who = by === undefined ? '系统' : whoIs(by)
      return `${machine.transitions.get(code)?.label ?? code}（${code}，${who}）→ ${stateOf(to)}`
    }),
  ].join(' → ')
  const back = backwards(one, view)
  return {
    zh: [
      `${scope}：状态 ${state}“${label}”${holder ? `在“${whoIs(holder)}”手里时` : ''}没有人能往前办`,
      back.length > 0 ? `，能做的只有往回的 ${back.join('、')}` : '，一个操作也没有',
      `；最短的来路：${way}`,
    ].join(''),
    en: [
      `${scope}: in the state ${state} "${label}"${holder ? ` held by "${whoIs(holder)}"` : ''} nobody can go on`,
      back.length > 0 ? `: all that can be done leads back (${back.join(', ')})` : ': there is not one button',
      `; the shortest way in: ${way}`,
    ].join(''),
  }
}
