import { getEntry } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'
import { languagesOf, saidTexts } from '../facts/translations.ts'
import { missingTexts } from './translation-missing.ts'

export const translationUnused: Rule = {
  code: 'translation-unused',
  about: { zh: 'locales/<语言>.yaml 里没有多余的译文', en: 'locales/<language>.yaml holds no text that nothing says' },
  check: (context, report) => {
    const languages = new Set(languagesOf(context).map(({ language }) => language))
    const used = saidTexts(context)
    for (const { name, node } of context.of('locale')) {
      // locale files of other names (en.ui.yaml) translate texts of the console's code, which this rule cannot see
      if (!languages.has(name)) continue
      const texts = getEntry(node, 'texts')?.value
      if (texts?.type !== 'map') continue
      // translation-missing tells of these, with what they should be
      const misspelt = new Set(missingTexts(context, name).map(one => one.misspelt?.text))
      for (const [text, { keyOrigin }] of texts.entries) {
        if (used.has(text) || misspelt.has(text)) continue
        report({ severity: 'warning', origin: keyOrigin, zh: `译文“${text}”没有用到`, en: `Nothing says "${text}"` })
      }
    }
  },
}
