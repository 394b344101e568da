import type { Rule } from '../facts/rule.ts'

/** What only an expression says: a member of a variable, or a call. */
const LIKE_EXPRESSION = /^(?:row|values|user|option|form|item|at|created)\.\w|^today$|^(?:size|has)\(/

export const expressionMark: Rule = {
  code: 'expression-mark',
  about: {
    zh: '要算出来的值以 = 开头：没有 = 的是文字本身',
    en: 'A value to be worked out begins with =; without it, it is the text itself',
  },
  check: (context, report) => {
    for (const { facts } of context.documents) {
      for (const { text, origin } of facts.literals) {
        if (!LIKE_EXPRESSION.test(text)) continue
        report({
          origin,
          zh: `“${text}”没有以 = 开头，会当作文字本身；要算出来请写 =${text}`,
          en: `"${text}" does not begin with =, so it is this very text; to have it worked out write =${text}`,
          suggestion: `=${text}`,
        })
      }
    }
  },
}
