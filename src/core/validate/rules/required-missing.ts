import type { Rule } from '../facts/rule.ts'

export const requiredMissing: Rule = {
  code: 'required-missing',
  about: { zh: '各层合并之后，必填的键都在', en: 'After all layers are merged, every required key is there' },
  check: (context, report) => {
    for (const document of context.documents) {
      for (const { key, path, origin } of document.facts.missing) {
        const where = path.length > 0 ? path.join('.') : document.name
        report({ origin, zh: `${where} 缺少必填的 ${key}`, en: `${where} lacks the required ${key}` })
      }
    }
  },
}
