import { nearest } from '../../diagnostic/nearest.ts'
import { membersOf } from '../scope-view.ts'
import type { Rule } from '../rule.ts'

export const workflowState: Rule = {
  code: 'workflow-state',
  about: { zh: '流程的转移从存在的状态到存在的状态', en: "A workflow's transitions lead from states to states that exist" },
  check: (context, report) => {
    for (const { document, mention } of context.mentions('state')) {
      const known = membersOf(document.node, 'states')
      if (known.has(mention.name)) continue
      report({
        origin: mention.origin,
        zh: `流程 ${document.name} 没有状态“${mention.name}”`,
        en: `The workflow ${document.name} has no state "${mention.name}"`,
        suggestion: nearest(mention.name, known),
      })
    }
  },
}
