import { nearest } from '../../diagnostic/nearest.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import { membersOf } from '../facts/scope-view.ts'
import type { Rule } from '../facts/rule.ts'
import { fewNames } from './named.ts'
import type { Origin } from '../../diagnostic/diagnostic.ts'

export const workflowState: Rule = {
  code: 'workflow-state',
  about: {
    zh: '流程的转移从存在的状态到存在的状态',
    en: "A workflow's transitions lead from states to states that exist",
  },
  alone: true,
  check: (context, report) => {
    for (const { document, mention } of [...context.mentions('state'), ...stateKeys(context)]) {
      const known = membersOf(document.node, 'states')
      if (known.has(mention.name)) continue
      const suggestion = nearest(mention.name, known)
      const all = suggestion === undefined ? (fewNames(known) ?? []) : []
      report({
        origin: mention.origin,
        zh: `流程 ${document.name} 没有状态“${mention.name}”${all.length > 0 ? `，已有：${all.join('、')}` : ''}`,
        en:
          `The workflow ${document.name} has no state `
          + `"${mention.name}"${all.length > 0 ? `; there are: ${all.join(', ')}` : ''}`,
        suggestion,
      })
    }
  },
}

/** Maps whose keys are states. */
function* stateKeys(
  context: RuleContext,
): Generator<{ document: MergedDocument; mention: { name: string; origin: Origin } }> {
  for (const document of context.of('workflow')) {
    for (const key of document.facts.keys) if (key.what === 'state') yield { document, mention: key }
  }
}
