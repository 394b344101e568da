import type { Rule } from '../facts/rule.ts'
import { checkCondition, checkExpression } from '../../expression/check.ts'
import { EnvironmentOf } from '../facts/expression-env.ts'
import { originInText } from '../facts/expression-origin.ts'

export const expression: Rule = {
  code: 'expression',
  about: {
    zh: '表达式写得对：语法、变量、字段、字典代码和类型',
    en: 'Expressions are right: syntax, variables, fields, dictionary keys and types',
  },
  alone: true,
  check: (context, report) => {
    const environments = new EnvironmentOf(context)
    for (const document of context.documents) {
      // if the entity is missing, every name would be reported as unknown
      if (document.kind === 'page' && !document.fields && document.node.entries.has('entity')) continue
      // no entity uses this workflow yet, so the fields of its records are unknown
      if (document.kind === 'workflow' && !document.fields) continue
      for (const use of document.facts.expressions) {
        // only the product knows the names of its conditions: see product-setting
        if (document.kind === 'app' && use.path[0] === 'settings') continue
        const wrong = checkExpression(use.text, environments.at(document, use))
        for (const { zh, en, start, suggestion } of wrong.length > 0 ? wrong : checkCondition(use.text)) {
          report({ origin: originInText(context.project, use.origin, start + 1), zh, en, suggestion })
        }
      }
    }
  },
}
