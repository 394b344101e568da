import type { Rule, RuleReport } from '../facts/rule.ts'
import type { ExpressionUse, Facts } from '../facts/facts.ts'
import { valuesIn } from '../facts/values-in.ts'

export const fieldCircle: Rule = {
  code: 'field-circle',
  about: {
    zh: '算出的字段（computed）不绕回自己，字段是否显示（visible）不看它自己的值',
    en: 'What is worked out (computed) does not come back to itself, and no field is shown (visible) by its own value',
  },
  alone: true,
  check: (context, report) => {
    for (const { facts } of context.documents) checkFields(facts, report)
  },
}

function checkFields({ expressions }: Facts, report: RuleReport): void {
  const computed = new Map(expressions.filter(isOf('computed')).map(use => [placeOf(use), use]))
  for (const use of computed.values()) {
    if (!comesBack(use, computed)) continue
    report({
      origin: use.origin,
      zh: `“${nameOf(use)}”由它自己算出：请去掉 computed 里的 values.${nameOf(use)}，或打断这个圈`,
      en: `"${nameOf(use)}" is worked out of itself: take values.${nameOf(use)} out of computed, or break the circle`,
    })
  }
  for (const use of expressions.filter(isOf('visible')).filter(use => readBy(use).includes(nameOf(use))))
    report({
      origin: use.origin,
      zh: `“${nameOf(use)}”显示与否要看它自己的值：没有显示就填不了，也就永远不显示`,
      en: `"${nameOf(use)}" is shown by its own value: hidden it cannot be filled in, and so is never shown`,
    })
}

const isOf =
  (word: string) =>
  ({ path }: ExpressionUse): boolean =>
    path.at(-1) === word && path.length > 2
const nameOf = ({ path }: ExpressionUse): string => path.at(-2)!
/** A form and the field in it: two dialogs of a page have nothing to do with each other. */
const formOf = ({ path }: ExpressionUse): string => path.slice(0, path[0] === 'sections' ? 1 : -2).join('.')
const placeOf = (use: ExpressionUse): string => `${formOf(use)} ${nameOf(use)}`

/** Fields being filled in that an expression reads; none where it cannot be read, which `expression` reports. */
const readBy = ({ text }: ExpressionUse): string[] => valuesIn(text)

function comesBack(use: ExpressionUse, computed: ReadonlyMap<string, ExpressionUse>): boolean {
  const seen = new Set<ExpressionUse>()
  const waiting = [use]
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    for (const name of readBy(at)) {
      const next = computed.get(`${formOf(use)} ${name}`)
      if (next === use) return true
      if (next && !seen.has(next)) waiting.push(next)
      if (next) seen.add(next)
    }
  }
  return false
}
