import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const transitionEffect: Rule = {
  code: 'transition-effect',
  about: {
    zh: '转移的 effect 是产品的程序里有的',
    en: "What a transition runs is something that the product's code has",
  },
  alone: true,
  check: (context, report) => {
    const { words } = context
    if (!words) return
    for (const { node } of context.of('workflow')) {
      const transitions = getEntry(node, 'transitions')?.value
      for (const { value } of transitions?.type === 'map' ? transitions.entries.values() : []) {
        const runs = getEntry(value, 'effect')?.value
        if (runs?.type !== 'scalar' || words.effects.includes(String(runs.value))) continue
        const all = words.effects.length > 0 ? words.effects : undefined
        report({
          origin: runs.origin,
          zh: `产品的程序里没有“${String(runs.value)}”${all ? `，已有：${all.join('、')}` : ''}`,
          en: `The product's code has no "${String(runs.value)}"${all ? `; it has: ${all.join(', ')}` : ''}`,
          suggestion: nearest(String(runs.value), words.effects),
        })
      }
    }
  },
}
