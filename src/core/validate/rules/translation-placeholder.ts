import { getEntry } from '../../source/node.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import type { Rule } from '../facts/rule.ts'

export const translationPlaceholder: Rule = {
  code: 'translation-placeholder',
  about: {
    zh: '译文里的 {名字} 与原文的相同',
    en: 'A translation has the {names} of what it translates',
  },
  check: ({ project }, report) => {
    for (const { kind, node } of [...project.documents.values()].flat()) {
      const texts = kind === 'locale' ? getEntry(node, 'texts')?.value : undefined
      for (const [text, { value }] of texts?.type === 'map' ? texts.entries : []) {
        const translation = value.type === 'scalar' ? String(value.value) : ''
        const [wanted, given] = [namesIn(text), namesIn(translation)]
        const wrong = given.find(name => !wanted.includes(name))
        const lost = wanted.find(name => !given.includes(name))
        if (wrong === undefined && lost === undefined) continue
        report({
          origin: value.origin,
          zh: wrong === undefined ? `译文里少了 {${lost}}` : `原文里没有 {${wrong}}，原文有：${braced(wanted)}`,
          en:
            wrong === undefined
              ? `The translation lacks {${lost}}`
              : `The text has no {${wrong}}; it has: ${braced(wanted)}`,
          suggestion: wrong === undefined ? undefined : nearest(wrong, wanted),
        })
      }
    }
  },
}

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
const braced = (names: readonly string[]): string => names.map(name => `{${name}}`).join('、')
