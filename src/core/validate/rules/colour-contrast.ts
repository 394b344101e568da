import { lowContrast, READABLE, readableShade } from '../../model/own-colours.ts'
import { getNode } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

const NAMES = ['primary', 'header'] as const
const HEX = /^#[0-9a-fA-F]{6}$/
const WORDS = {
  primary: ['白底上的主色', 'the primary colour on white'],
  header: ['页眉底色上的白字', 'white letters on the header'],
} as const

export const colourContrast: Rule = {
  code: 'colour-contrast',
  about: {
    zh: `客户的颜色读得清：对比度不低于 ${READABLE}`,
    en: `Colours of a customer can be read: a contrast of ${READABLE} at least`,
  },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('app')) {
      for (const name of NAMES) {
        const value = getNode(node, ['colours', name])
        const colour = value?.type === 'scalar' ? String(value.value) : ''
        const least = HEX.test(colour) ? lowContrast(name, colour) : undefined
        if (least === undefined || !value) continue
        const [zh, en] = WORDS[name]
        const shown = (Math.floor(least * 10) / 10).toFixed(1)
        report({
          origin: value.origin,
          zh: `${zh}读不清：对比度 ${shown}，至少要 ${READABLE}`,
          en: `${en} cannot be read well: a contrast of ${shown}, ${READABLE} at least`,
          suggestion: readableShade(name, colour),
        })
      }
    }
  },
}
