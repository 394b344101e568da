import { isOverlay, layerOf } from '../../overlay/layer.ts'
import type { Document } from '../../source/document.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

/** Keys of app.yaml that configure the server itself and so cannot differ between customers. */
const WHOLE = ['version', 'product', 'sweep', 'signIn', 'routes']

export const wholeSystem: Rule = {
  code: 'whole-system',
  about: {
    zh: '属于整个系统的设置只写在 schemas/app.yaml；实体有没有接口（calls）只在它最初的文件里写',
    en: 'What belongs to the whole system is said in schemas/app.yaml alone, calls of an entity where it is defined',
  },
  check: ({ resolver }, report) => {
    for (const name of resolver.names('entity')) checkCalls(resolver.layersOf(`entities/${name}`), report)
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

/** The API is the same for all: an entity of all has calls for all, or for nobody. */
function checkCalls(layers: readonly Document[], report: RuleReport): void {
  const shared = layers.find(({ layer }) => !isOverlay(layerOf(layer)!))
  if (!shared) return
  for (const { layer, node } of layers) {
    const calls = node.entries.get('calls')
    if (!calls || !isOverlay(layerOf(layer)!)) continue
    report({
      origin: calls.keyOrigin ?? node.origin,
      zh: `接口对所有人相同，calls 在覆盖文件里不起作用：请写到 ${shared.file}`,
      en: `Calls are the same for all, so calls has no effect in an overlay: say it in ${shared.file}`,
    })
  }
}
