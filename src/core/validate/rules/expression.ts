import { formatOrigin } from '../../diagnostic/diagnostic.ts'
import type { ExpressionEnv } from '../../expression/shape.ts'
import { placeOf } from '../../overlay/layer.ts'
import { getEntry, type Entry } from '../../source/node.ts'
import type { MergedDocument } from '../facts/context.ts'
import type { ExpressionUse } from '../facts/facts.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
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
        const environment = environments.at(document, use)
        const button = withoutRecord(document, use, environment)
        if (button) {
          reportPlace(document, button, use, report)
          continue
        }
        const wrong = checkExpression(use.text, environment)
        for (const { zh, en, start, suggestion } of wrong.length > 0 ? wrong : checkCondition(use.text)) {
          report({ origin: originInText(context.project, use.origin, start + 1), zh, en, suggestion })
        }
      }
    }
  },
}

/** The name of a button that its entity says and that asks for a record, where the page takes it above all rows. */
function withoutRecord(
  document: MergedDocument,
  { path, text, origin }: ExpressionUse,
  env: ExpressionEnv,
): string | undefined {
  const [section, name = ''] = path
  const taken = section === 'actions' && document.kind === 'page' ? buttonOf(document, name) : undefined
  const isShared = /^(?:entities|mixins)\//.test(placeOf(origin.file)?.name ?? '')
  return taken && isShared && !env.variables.has('row') && /\brow\b/.test(text) ? name : undefined
}
const buttonOf = ({ node }: MergedDocument, name: string): Entry | undefined =>
  getEntry(getEntry(node, 'actions')?.value, name)

/** What is wrong is where the page puts the button, not what is said for all pages. */
function reportPlace(document: MergedDocument, name: string, { origin }: ExpressionUse, report: RuleReport): void {
  const said = formatOrigin(origin)
  report({
    origin: buttonOf(document, name)?.keyOrigin ?? origin,
    zh: `按钮“${name}”要用到一条记录（row，见 ${said}），列表的页面上方没有：这里写 on: [row] 或 [selection]`,
    en: `The button "${name}" asks for a record (row, see ${said}); there is none above a list: write on: [row]`,
  })
}
