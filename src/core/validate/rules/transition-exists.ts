import { statusOf } from '../../overlay/status.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getString, type Entry, type MapNode } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { membersOf, type ScopeView } from '../facts/scope-view.ts'

export const transitionExists: Rule = {
  code: 'transition-exists',
  about: {
    zh: '按钮所写的转移，是本实体流程里的转移',
    en: "A button's transition is one of the workflow that the entity follows",
  },
  alone: true,
  check: (context, report) => {
    for (const { node, view } of context.of('page')) {
      const actions = getEntry(node, 'actions')?.value
      if (actions?.type !== 'map') continue
      for (const { value } of actions.entries.values()) {
        const transition = getEntry(value, 'transition')
        if (transition) checkTransition(transition, node, view, context, report)
      }
    }
  },
}

function checkTransition(
  { value }: Entry,
  page: MapNode,
  view: ScopeView,
  context: RuleContext,
  report: RuleReport,
): void {
  if (value.type !== 'scalar' || typeof value.value !== 'string') return
  const workflow = statusOf(context.resolver.entity(getString(page, 'entity') ?? '', view.scope)?.node)?.workflow
  if (workflow === undefined) {
    report({
      origin: value.origin,
      zh: '本页的实体没有流程（没有 kind: status 的字段），transition 不起作用',
      en: "The page's entity follows no workflow (it has no field of kind status): transition does nothing",
    })
    return
  }
  const known = membersOf(context.resolver.resolve(`workflows/${workflow}`, view.scope)?.node, 'transitions')
  if (known.has(value.value)) return
  report({
    origin: value.origin,
    zh: `流程 ${workflow} 没有转移“${value.value}”`,
    en: `The workflow ${workflow} has no transition "${value.value}"`,
    suggestion: nearest(value.value, known),
  })
}
