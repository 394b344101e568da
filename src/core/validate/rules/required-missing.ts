import { BASE, placeOf, PRODUCT } from '../../overlay/layer.ts'
import type { Rule } from '../facts/rule.ts'

export const requiredMissing: Rule = {
  code: 'required-missing',
  about: { zh: '各层合并之后，必填的键都在', en: 'After all layers are merged, every required key is there' },
  check: (context, report) => {
    for (const document of context.documents) {
      for (const { key, path, origin } of document.facts.missing) {
        const where = path.length > 0 ? path.join('.') : document.name
        // a key missing from the base is for the product to add, so the problem is reported in the product's file
        const isBase = placeOf(origin.file)?.layer.name === BASE.name
        const file = origin.file.replace(BASE.name, PRODUCT.name)
        report({
          origin: isBase ? { file, line: 1, col: 1 } : origin,
          zh: `${where} 缺少必填的 ${key}${isBase ? `：请写进 ${file}` : ''}`,
          en: `${where} lacks the required ${key}${isBase ? `: write it into ${file}` : ''}`,
        })
      }
    }
  },
}
