import { nearest } from '../../diagnostic/nearest.ts'
import { ENGINE_CONSTANTS } from '../../model/settings.ts'
import { getEntry } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const appConstant: Rule = {
  code: 'app-constant',
  about: {
    zh: 'app.yaml 的 constants 都有程序在读',
    en: 'The code reads every constant of app.yaml',
  },
  check: (context, report) => {
    if (!context.words) return
    const known: readonly string[] = [...ENGINE_CONSTANTS, ...context.words.constants]
    for (const { node } of context.of('app')) {
      const constants = getEntry(node, 'constants')?.value
      for (const [name, { keyOrigin }] of constants?.type === 'map' ? constants.entries : []) {
        if (known.includes(name)) continue
        report({
          origin: keyOrigin,
          zh: `没有程序读常量“${name}”，请删去`,
          en: `No code reads the constant "${name}": take it out`,
          suggestion: nearest(name, known),
        })
      }
    }
  },
}
