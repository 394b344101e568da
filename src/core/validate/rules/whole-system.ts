import { isOverlay, layerOf } from '../../overlay/layer.ts'
import type { Rule } from '../facts/rule.ts'

/** Keys of app.yaml that configure the server itself and so cannot differ between customers. */
const WHOLE = ['version', 'product', 'sweep', 'signIn', 'routes']

export const wholeSystem: Rule = {
  code: 'whole-system',
  about: {
    zh: '属于整个系统的设置只写在 schemas/app.yaml',
    en: 'What belongs to the whole system is said in schemas/app.yaml alone',
  },
  check: ({ resolver }, report) => {
    for (const { layer, node } of resolver.layersOf('app')) {
      if (!isOverlay(layerOf(layer)!)) continue
      for (const key of WHOLE) {
        const value = node.entries.get(key)
        if (value)
          report({
            origin: value.keyOrigin ?? node.origin,
            zh: `${key} 属于整个系统，在这里不起作用，请写到 schemas/app.yaml`,
            en: `${key} belongs to the whole system and has no effect here: say it in schemas/app.yaml`,
          })
      }
    }
  },
}
