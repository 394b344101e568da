import type { Rule } from '../facts/rule.ts'

/** What only an expression says: a member of a variable, or a call. */
const LIKE_EXPRESSION = /^[(!]*(?:row|values|user|option|form|item|at|created)\.\w|^today$|^(?:size|has)\(/

export const expressionMark: Rule = {
  code: 'expression-mark',
  about: {
    zh: '要算出来的值以 = 开头，没有 = 的是文字本身；以 = 开头的只写在能算的地方',
    en: 'What is worked out begins with =; what does not is the text itself; = stands only where values are worked out',
  },
  alone: true,
  check: (context, report) => {
    for (const { facts } of context.documents) {
      for (const { text, path, origin } of facts.misplaced)
        report({
          origin,
          zh: `${path.at(-1) ?? ''} 的值不能算出来：“${text}”会原样显示或存入，请写值本身`,
          en: `${path.at(-1) ?? ''} is not worked out: "${text}" would stand there as it is; write the value itself`,
        })
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
