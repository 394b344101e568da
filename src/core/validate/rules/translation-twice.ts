import { isOverlay, layerOf } from '../../overlay/layer.ts'
import type { Document } from '../../source/document.ts'
import { getEntry, getString, type Entry } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

/**
 * Files of a language are put together, so of two translations of a text it would be chance which one is shown. A
 * layer above changes one in a file of the same name.
 */
export const translationTwice: Rule = {
  code: 'translation-twice',
  about: {
    zh: '同一种语言里，一句原文只在一个文件里翻译',
    en: 'A text is translated in one file of a language',
  },
  check: ({ project }, report) => {
    const first = new Map<string, Document>()
    const files = [...project.documents.values()].flat().filter(({ kind }) => kind === 'locale')
    for (const document of files.sort(byPlace))
      for (const [text, { keyOrigin }] of textsOf(document)) {
        const key = `${getString(document.node, 'locale')}§${text}`
        const other = first.get(key)
        if (other && other.name !== document.name)
          report({
            origin: keyOrigin ?? document.node.origin,
            zh: `“${text}”已经在 ${other.file} 里翻译，只留一处`,
            en: `"${text}" is translated in ${other.file} already: keep one of them`,
          })
        // what a region says is seen by no other
        else if (!isOverlay(layerOf(document.layer)!)) first.set(key, document)
      }
  },
}

/** What holds for everybody first: regions' files are compared with it. */
const byPlace = (a: Document, b: Document): number =>
  Number(isOverlay(layerOf(a.layer)!)) - Number(isOverlay(layerOf(b.layer)!)) || (a.file < b.file ? -1 : 1)

function textsOf({ node }: Document): [string, Entry][] {
  const texts = getEntry(node, 'texts')?.value
  return texts?.type === 'map' ? [...texts.entries] : []
}
