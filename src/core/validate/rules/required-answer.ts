import { statusOf } from '../../overlay/status.ts'
import type { Origin } from '../../diagnostic/diagnostic.ts'
import { getEntry, getNode, getString, isFalse, originAt, type MapNode, type Node } from '../../source/node.ts'
import { machineOf } from '../../workflow/machine.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'
import {
  askedField,
  isDemanded,
  madeEntities,
  mapAt,
  mayAnswer,
  nothingToChoose,
  type Asked,
  type Nothing,
} from '../workflows/answers.ts'
import { optionsOf, peopleOf, topLevels, type Person } from '../workflows/people.ts'
import { Ground } from '../workflows/place.ts'
import { transitionsOf, viewOf, type WorkflowView } from './workflow-view.ts'

export const requiredAnswer: Rule = {
  code: 'required-answer',
  about: {
    zh: '必填的都有人填得了：办的人能改，有东西可选，表单里有它',
    en: 'What is required can be given: who acts may fill it in, there is something to choose, and the form asks it',
  },
  check: (context, report) => {
    const made = madeEntities(context)
    const said = new Set<string>()
    // what several scopes have from the same line is said once
    const once = (origin: Origin, [zh, en]: Nothing): void => {
      const key = `${origin.file}:${origin.line}:${origin.col} ${zh}`
      if (said.has(key)) return
      said.add(key)
      report({ origin, zh, en })
    }
    for (const document of context.of('workflow')) checkTransitions(context, viewOf(document), made, once)
    for (const document of context.of('page')) checkForm(context, document, made, once)
  },
}

type Once = (origin: Origin, words: Nothing) => void

function checkTransitions(context: RuleContext, view: WorkflowView, made: ReadonlySet<string>, report: Once): void {
  const { fields, view: scoped, node } = view.document
  for (const [code, transition] of transitionsOf(view)) {
    const form = getNode(node, ['transitions', code, 'form'])
    if (form?.type !== 'map') continue
    for (const [name, { value, keyOrigin }] of form.entries) {
      const field = askedField(getEntry(fields, name)?.value, value)
      if (!field || !isDemanded(field)) continue
      const label = field.label ?? name
      const nothing = nothingToChoose(field, scoped, made)
      if (nothing) report(keyOrigin, nobody(transition.label, label, nothing))
      const shut = shutOut(context, view, code, field)
      if (shut.length > 0) {
        const who = shut.map(person => person.label).join('、')
        report(keyOrigin, nobody(transition.label, label, [`${who}填不了它`, `${who} may not fill it in`]))
      }
    }
  }
}

const nobody = (action: string, field: string, [zh, en]: Nothing): Nothing => [
  `“${action}”要填“${field}”，但${zh}`,
  `"${action}" asks for "${field}", but ${en}`,
]

/** People who may take a transition and yet may not give what it demands. */
function shutOut({ resolver }: RuleContext, view: WorkflowView, code: string, field: Asked): Person[] {
  if (field.readOnly !== true && !field.editRoles && !field.roles) return []
  const { scope } = view.document.view
  const { doc } = view.machine
  const transition = view.machine.transitions.get(code)
  if (!transition) return []
  const machine = machineOf(doc, statusOf(resolver.entity(doc.entity ?? '', scope)?.node)?.field ?? '')
  const found = new Map<string, Person>()
  for (const top of topLevels(resolver, scope)) {
    const ground = new Ground(machine, peopleOf(resolver, scope, machine, top), optionsOf(resolver, scope))
    for (const state of transition.from.map(String))
      for (const person of ground.takers(code, transition, state))
        if (!mayAnswer(field, person)) found.set(person.name, person)
  }
  return [...found.values()]
}

function checkForm(context: RuleContext, document: MergedDocument, made: ReadonlySet<string>, report: Once): void {
  const { node, fields, view, facts } = document
  if (getString(node, 'kind') !== 'form' || !fields) return
  const title = getString(node, 'title') ?? ''
  const asked = new Map<string, Asked>()
  const shown = new Map<string, Origin>()
  for (const { what, path, name, value, origin } of facts.keys) {
    if (what !== 'field' || path[0] !== 'sections' || path[2] !== 'fields') continue
    const field = askedField(getEntry(fields, name)?.value, value)
    if (!field) continue
    asked.set(name, field)
    shown.set(name, shutAt(value) ?? origin)
    const nothing = isDemanded(field) ? nothingToChoose(field, view, made) : undefined
    if (nothing) report(origin, nobody(title, field.label ?? name, nothing))
  }
  if (makesWith(context, document))
    checkMissing(context, document, asked, (words, name) => report(shown.get(name) ?? originAt(node, ['call']), words))
}

/** Where a field says that nobody fills it in. */
const shutAt = (field: Node): Origin | undefined => getEntry(field, 'disabled')?.value.origin

/**
 * Whether the form adds records of its page's entity: whatever saves them demands what the entity does. What code
 * writes by itself says so (`managed`, `readOnly`); page-sort tells of calls that save nothing.
 */
function makesWith({ resolver }: RuleContext, { node, view }: MergedDocument): boolean {
  const call = getNode(resolver.resolve('endpoints', view.scope)?.node, ['endpoints', getString(node, 'call') ?? ''])
  const saves = !['list', 'one', 'delete'].includes(getString(call, 'handler') ?? '')
  return saves && getString(call, 'entity') === getString(node, 'entity')
}

/** Fields that every record must have, and that a new one of this form never gets. */
function checkMissing(
  { resolver }: RuleContext,
  { node, fields, view }: MergedDocument,
  asked: ReadonlyMap<string, Asked>,
  report: (words: Nothing, field: string) => void,
): void {
  const entity = resolver.entity(getString(node, 'entity') ?? '', view.scope)?.node
  const begun = mapAt(node, 'prefill')?.entries
  const given = new Set([getString(entity, 'key'), areaOf(entity)])
  for (const [name, { value }] of fields?.entries ?? []) {
    if (isFalse(value) || given.has(name) || begun?.has(name)) continue
    const [own, field] = [askedField(value, value), asked.get(name)]
    if (!own || !isForUsers(own) || (field && field.disabled !== true)) continue
    report(missing(`“${own.label ?? name}”（${name}）`, field !== undefined), name)
  }
}

const missing = (field: string, isShown: boolean): Nothing => [
  `新增时必填的${field}表单里${isShown ? '不能填' : '没有'}，也没有初始值，保存不了`,
  `A new record needs ${field}, but the form ${isShown ? 'only shows it' : 'does not ask for it'}`,
]

/** Demanded of whoever saves, and not written by the server itself. */
const isForUsers = (field: Asked): boolean =>
  isDemanded(field)
  && field.readOnly !== true
  && field.managed !== true
  && field.onSave === undefined
  && field.number === undefined

const areaOf = (entity: MapNode | undefined): string | undefined => {
  const scope = entity && getEntry(entity, 'scope')?.value
  return scope?.type === 'map' ? getString(scope, 'area') : undefined
}
