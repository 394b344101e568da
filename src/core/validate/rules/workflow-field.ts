import { statusOf } from '../../overlay/status.ts'
import type { Origin } from '../../diagnostic/diagnostic.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { isExpression } from '../../model/field/written.ts'
import { getEntry, getNode, getString, isFalse, type MapNode, type Node } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { checkValue } from '../facts/field-values.ts'
import { membersOf } from '../facts/scope-view.ts'
import { transitionsOf, viewOf, type WorkflowView } from './workflow-view.ts'

export const workflowField: Rule = {
  code: 'workflow-field',
  about: {
    zh: '流程读写的字段、新建的记录和它们的字段都存在，实体确实走本流程；按天计的有字段可记，分工的取值都有',
    en:
      'Fields that a workflow reads and writes, records it creates and their fields exist, and its entity '
      + 'follows it; what divides the work has such values',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('workflow')) {
      const view = viewOf(document)
      const checking = { context, view, report }
      if (view.machine.doc.entity !== undefined) checkOwn(checking)
      checkOthers(checking)
      checkShared(checking)
      checkClocks(checking)
      checkOtherwise(checking)
      checkStart(checking)
      checkDivision(checking)
    }
  },
}

interface Checking {
  context: RuleContext
  view: WorkflowView
  report: RuleReport
}

function checkOwn({ context, view, report }: Checking): void {
  const { doc } = view.machine
  const entity = context.resolver.entity(doc.entity ?? '', view.document.view.scope)?.node
  // entity-exists has reported the missing entity
  if (!entity) return
  const follows = statusOf(entity)?.workflow
  if (follows !== view.document.name) {
    report({
      origin: view.at('entity'),
      zh: `实体 ${doc.entity} 没有走本流程的字段（kind: status，workflow: ${view.document.name}）`,
      en:
        `The entity ${doc.entity} has no field that follows this workflow (kind: status, workflow: `
        + `${view.document.name})`,
    })
  }
  const known = membersOf(entity, 'fields')
  const { mentions, keys } = view.document.facts
  const named = [...mentions.filter(one => one.what === 'recordField'), ...keys.filter(one => one.what === 'recordKey')]
  for (const { name, origin } of named) checkField(name, known, doc.entity ?? '', origin, report)
  for (const [code, { limits = {} }] of transitionsOf(view)) {
    checkSet(getNode(view.document.node, ['transitions', code, 'set']), entity, view, report)
    for (const field of Object.keys(limits)) checkDay(['transitions', code, 'limits', field], entity, view, report)
  }
}

/** The last day of a limit is a day. */
function checkDay(path: string[], entity: MapNode, view: WorkflowView, report: RuleReport): void {
  const field = getNode(entity, ['fields', path.at(-1) ?? ''])
  if (!field || getString(field, 'kind') === 'date') return
  report({
    origin: view.at(...path),
    zh: `limits 算出的是日期，“${getString(field, 'label') ?? ''}”不是日期字段（kind: date）`,
    en: `limits works out days, and "${path.at(-1)}" is no field of the kind date`,
  })
}

/** What is written and not worked out is a value of the field that it is written into. */
function checkSet(set: Node | undefined, entity: MapNode, { document }: WorkflowView, report: RuleReport): void {
  const fields = getEntry(entity, 'fields')?.value
  if (set?.type !== 'map') return
  for (const [name, { keyOrigin, value }] of set.entries) {
    const field = getEntry(fields, name)?.value
    const own = ['counted', 'computed'].find(word => !isFalse(value) && getEntry(field, word) !== undefined)
    if (own !== undefined)
      report({
        origin: keyOrigin,
        zh: `“${name}”由服务器自己得出（${own}），写入不起作用，请去掉`,
        en: `${name} is ${own} by the server: to set it does nothing, take it away`,
      })
    if (field?.type !== 'map' || value.type !== 'scalar' || isFalse(value) || isExpression(value.value)) continue
    checkValue(document.view, field, value, report)
  }
}

function checkField(
  name: string,
  known: ReadonlySet<string>,
  entity: string,
  origin: Origin,
  report: RuleReport,
): void {
  if (known.has(name)) return
  report({
    origin,
    zh: `实体 ${entity} 没有字段“${name}”`,
    en: `The entity ${entity} has no field "${name}"`,
    suggestion: nearest(name, known),
  })
}

/** Checks the fields of other entities that the workflow writes (`creates`). */
function checkOthers(checking: Checking): void {
  const { view } = checking
  const { route } = view.machine.doc
  // a key that an author has not written yet is told of as missing
  if (route?.key !== undefined) checkFields(checking, route.entity, [[route.key, view.at('route', 'key')]])
  for (const [code, { creates }] of transitionsOf(view)) {
    for (const [entity, created] of Object.entries(creates ?? {})) {
      if (created === false) continue
      const at = ['transitions', code, 'creates', entity]
      const fields = Object.entries(created?.set ?? {}).filter(([, value]) => value !== false)
      checkCreated(
        checking,
        entity,
        view.at(...at),
        fields.map(([field]) => [field, view.at(...at, 'set', field)]),
        getNode(view.document.node, [...at, 'set']),
      )
    }
  }
}

/** What is said once of a record that transitions create is for one of them at least. */
function checkShared({ view, report }: Checking): void {
  const created = new Set(transitionsOf(view).flatMap(([, { creates }]) => Object.keys(creates ?? {})))
  for (const name of membersOf(view.document.node, 'creates')) {
    if (created.has(name)) continue
    report({
      origin: view.at('creates', name),
      zh: `没有转移新建“${name}”：在转移的 creates 里写它的名字，不用的就去掉`,
      en: `No transition creates "${name}": name it under creates of a transition, or leave it out`,
      suggestion: nearest(name, created),
    })
  }
}

function checkCreated(
  checking: Checking,
  entity: string,
  origin: Origin,
  fields: [string, Origin][],
  set: Node | undefined,
): void {
  const known = checking.view.document.view.names('entity')
  if (known.has(entity)) return checkFields(checking, entity, fields, set)
  checking.report({
    origin,
    zh: `没有实体“${entity}”`,
    en: `There is no entity "${entity}"`,
    suggestion: nearest(entity, known),
  })
}

function checkFields({ context, view, report }: Checking, name: string, fields: [string, Origin][], set?: Node): void {
  const entity = context.resolver.entity(name, view.document.view.scope)?.node
  if (!entity) return
  checkSet(set, entity, view, report)
  const known = membersOf(entity, 'fields')
  for (const [field, origin] of fields) checkField(field, known, name, origin, report)
}

/** A transition that computes a time limit needs a field to store it in. */
function checkClocks({ view, report }: Checking): void {
  const { record, states } = view.machine.doc
  for (const [code, state] of Object.entries(states)) {
    if (state && state.days !== undefined && record?.stateDue === undefined)
      report({
        origin: view.at('states', code, 'days'),
        zh: '写 days 要有 record.stateDue',
        en: 'days needs record.stateDue',
      })
    if (state && state.pauses && (!record?.due || !record.entered))
      report({
        origin: view.at('states', code, 'pauses'),
        zh: '写 pauses 要有 record.due 和 record.entered',
        en: 'pauses needs record.due and record.entered',
      })
  }
  checkTransitionClocks({ view, report })
}

function checkTransitionClocks({ view, report }: Pick<Checking, 'view' | 'report'>): void {
  const { record } = view.machine.doc
  for (const [code, { after, afterDue, due, relations }] of transitionsOf(view)) {
    const limit = due?.limit ?? 'due'
    if (due && record?.[limit] === undefined)
      report({
        origin: view.at('transitions', code, 'due'),
        zh: `算出的时限没有地方存：流程的 record 里要有 ${limit}`,
        en: `A time limit that is worked out needs record.${limit} to be stored in`,
      })
    const missing = (days: number | undefined, field: string | undefined): boolean =>
      days !== undefined && (field === undefined || relations?.includes('system') !== true)
    if (missing(afterDue, record?.due))
      report({
        origin: view.at('transitions', code, 'afterDue'),
        zh: '写 afterDue 要有 record.due，relations 里要有 system',
        en: 'afterDue needs record.due, and system in relations',
      })
    if (missing(after, record?.entered))
      report({
        origin: view.at('transitions', code, 'after'),
        zh: '写 after 要有 record.entered，relations 里要有 system',
        en: 'after needs record.entered, and system in relations',
      })
  }
}

/** What is said to somebody who is refused needs what refuses them. */
function checkOtherwise({ view, report }: Checking): void {
  for (const [code, { when, notBy, otherwise }] of transitionsOf(view))
    if (otherwise !== undefined && when === undefined && notBy === undefined)
      report({
        origin: view.at('transitions', code, 'otherwise'),
        zh: 'otherwise 是 when 或 notBy 不成立时说的话，须写 when 或 notBy',
        en: 'otherwise is what is said when `when` or `notBy` does not hold, and needs one of them',
      })
}

/** The unit that a new record begins with is written somewhere. */
function checkStart({ view, report }: Checking): void {
  const { start, record } = view.machine.doc
  if (start !== undefined && record?.org === undefined)
    report({
      origin: view.at('start'),
      zh: '写 start 要有 record.org：新记录先由谁办写在那个字段里',
      en: 'start needs record.org, the field in which it is written whose a new record is',
    })
}

/** Values in `division` must be values that the field can have: others would match no record. */
function checkDivision({ context, view, report }: Checking): void {
  const { division, entity } = view.machine.doc
  const { view: scope } = view.document
  const field = getNode(context.resolver.entity(entity ?? '', scope.scope)?.node, ['fields', division?.field ?? ''])
  const dict = getString(field, 'dict')
  const known = dict === undefined ? undefined : scope.entries(dict)
  for (const [role, values] of Object.entries(division?.roles ?? {})) {
    for (const value of values || []) {
      if (known?.has(String(value)) !== false) continue
      report({
        origin: view.at('division', 'roles', role),
        zh: `“${getString(field, 'label') ?? ''}”没有取值“${value}”`,
        en: `There is no value "${value}" here`,
        suggestion: nearest(String(value), known),
      })
    }
  }
}
