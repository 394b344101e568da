import { nearest } from '../../diagnostic/nearest.ts'
import { ENGINE_CONSTANTS, type ConstantKinds } from '../../model/setting-kinds.ts'
import { getEntry, toValue, type MapNode } from '../../source/node.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { checkSetting } from '../facts/settings.ts'

/** The first of each must not be more than the second. */
const ORDERED = [
  ['passwordMin', 'passwordMax'],
  ['pagerCountNarrow', 'pagerCount'],
] as const

export const appConstant: Rule = {
  code: 'app-constant',
  about: {
    zh: 'app.yaml 的 constants 都有程序在读，各是程序要的数、文本或页面',
    en: 'The code reads every constant of app.yaml, and each is the number, text or page that it takes',
  },
  alone: true,
  check: (context, report) => {
    if (!context.words) return
    const known: ConstantKinds = { ...ENGINE_CONSTANTS, ...context.words.constants }
    for (const { node, view } of context.of('app')) {
      const constants = getEntry(node, 'constants')?.value
      if (constants?.type !== 'map') continue
      for (const [key, { keyOrigin, value }] of constants.entries) {
        const kind = known[key]
        if (kind) checkSetting({ key, kind, value }, view, context, report)
        else
          report({
            origin: keyOrigin,
            zh: `没有程序读常量“${key}”，请删去`,
            en: `No code reads the constant "${key}": take it out`,
            suggestion: nearest(key, Object.keys(known)),
          })
      }
      checkOrder(constants, report)
    }
  },
}

function checkOrder(constants: MapNode, report: RuleReport): void {
  for (const [less, more] of ORDERED) {
    const [low, high] = [less, more].map(key => getEntry(constants, key)?.value)
    const [from, to] = [low, high].map(node => node && toValue(node))
    if (typeof from !== 'number' || typeof to !== 'number' || from <= to) continue
    report({
      origin: low!.origin,
      zh: `${less}（${from}）不能大于 ${more}（${to}）`,
      en: `${less} (${from}) must not exceed ${more} (${to})`,
    })
  }
}
