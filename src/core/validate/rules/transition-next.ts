import { nearest } from '../../diagnostic/nearest.ts'
import { targetsOf } from '../../workflow/machine.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { transitionsOf, viewOf, type WorkflowView } from './workflow-view.ts'

export const transitionNext: Rule = {
  code: 'transition-next',
  about: {
    zh: 'next 写的是本流程里的转移，从前一个转移到达的状态出发',
    en: 'next is a transition of the same workflow, from a state that the one before leads to',
  },
  alone: true,
  check: (context: RuleContext, report: RuleReport) => {
    for (const document of context.of('workflow')) checkWorkflow(viewOf(document), report)
  },
}

function checkWorkflow(view: WorkflowView, report: RuleReport): void {
  const known = new Map(transitionsOf(view))
  for (const { what, name, origin, path } of view.document.facts.mentions) {
    if (what !== 'transition') continue
    const [before, after] = [known.get(path[1] ?? ''), known.get(name)]
    if (!after) {
      report({
        origin,
        zh: `流程 ${view.document.name} 没有转移“${name}”`,
        en: `The workflow ${view.document.name} has no transition "${name}"`,
        suggestion: nearest(name, known.keys()),
      })
      continue
    }
    const reached = before?.from.flatMap(state => targetsOf(before, String(state))) ?? []
    if (before && !after.from.some(state => reached.includes(String(state))))
      report({
        origin,
        zh: `“${before.label}”之后不能接着做“${after.label}”：它不从到达的状态（${[...new Set(reached)].join('、')}）出发`,
        en: `"${after.label}" cannot follow "${before.label}": it begins in none of its states (${reached.join(', ')})`,
      })
  }
}
