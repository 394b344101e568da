import { nearest } from '../../diagnostic/nearest.ts'
import { isOverlay, layerOf } from '../../overlay/layer.ts'
import { getEntry } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const productExists: Rule = {
  code: 'product-exists',
  about: { zh: 'app.yaml 的 product 是有程序的产品', en: 'The product that app.yaml names has code' },
  check: ({ code, resolver }, report) => {
    for (const { layer, node } of code ? resolver.layersOf('app') : []) {
      const value = isOverlay(layerOf(layer)!) ? undefined : getEntry(node, 'product')?.value
      if (value?.type !== 'scalar' || Object.hasOwn(code?.products ?? {}, String(value.value))) continue
      const known = Object.keys(code?.products ?? {})
      report({
        origin: value.origin,
        zh: `没有产品“${String(value.value)}”的程序，已有：${known.join('、')}；没有自己的程序就不写 product`,
        en:
          `There is no code of a product "${String(value.value)}"; there is: ${known.join(', ')}. Without code `
          + `leave product out`,
        suggestion: nearest(String(value.value), known),
      })
    }
  },
}
