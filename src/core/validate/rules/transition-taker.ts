import type { RecordPart, Relation, TransitionDoc } from '../../model/workflow.ts'
import { rolesIn } from '../../workflow/decide.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { transitionsOf, viewOf, type WorkflowView } from './workflow-view.ts'

export const transitionTaker: Rule = {
  code: 'transition-taker',
  about: { zh: '每个转移在每个起始状态都有人可以做', en: 'Somebody may take every transition from each of its states' },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('workflow')) {
      const view = viewOf(document)
      for (const [code, transition] of transitionsOf(view)) {
        checkRoles(code, transition, view, report)
        checkRelations(code, transition, view, report)
      }
    }
  },
}

function checkRoles(code: string, transition: TransitionDoc, view: WorkflowView, report: RuleReport): void {
  const from = transition.from.map(String)
  for (const state of from) {
    if (rolesIn(transition, state)?.length !== 0) continue
    const place = transition.rolesByState?.[state]
      ? view.at('transitions', code, 'rolesByState', state)
      : view.at('transitions', code, 'roles')
    report({
      origin: place,
      zh: `在状态 ${state} 没有任何角色可以做“${transition.label}”`,
      en: `In the state ${state} no role may take "${transition.label}"`,
    })
  }
  for (const state of Object.keys(transition.rolesByState ?? {})) {
    if (from.includes(state) || !view.machine.states.has(state)) continue
    report({
      origin: view.at('transitions', code, 'rolesByState', state),
      zh: `“${transition.label}”不从状态 ${state} 开始，这里写的角色不起作用`,
      en: `"${transition.label}" does not start in the state ${state}: these roles do nothing`,
    })
  }
}

/** Record fields that a relation is computed from: without them it holds for no user. */
const NEEDS: Record<Relation, RecordPart[]> = {
  holder: ['org', 'user'],
  sender: ['sender'],
  creator: ['creator'],
  above: ['area'],
  area: ['area'],
  system: [],
}

function checkRelations(
  code: string,
  { relations, label }: TransitionDoc,
  view: WorkflowView,
  report: RuleReport,
): void {
  const record = view.machine.doc.record ?? {}
  for (const relation of relations ?? []) {
    const needs = NEEDS[relation] ?? []
    if (needs.length === 0 || needs.some(part => record[part] !== undefined)) continue
    report({
      origin: view.at('transitions', code, 'relations'),
      zh: `没有人是“${label}”所说的 ${relation}：流程的 record 里没有写 ${needs.join(' 或 ')}`,
      en: `Nobody is the ${relation} of "${label}": the workflow's record does not say ${needs.join(' or ')}`,
    })
  }
}
