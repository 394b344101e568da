import { isOverlay, layerOf } from '../../overlay/layer.ts'
import type { Document } from '../../source/document.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

/** Keys of app.yaml that configure the server itself and so cannot differ between customers. */
const WHOLE = ['version', 'product', 'sweep', 'signIn', 'routes']

export const wholeSystem: Rule = {
  code: 'whole-system',
  about: {
    zh: '属于整个系统的设置只写在 schemas/app.yaml；实体有没有接口（calls）只在它最初的文件里写',
    en: 'What belongs to the whole system is said in schemas/app.yaml, and calls of an entity where it is',
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

/** The calls of an entity of all are the same for all: it has them for everybody, or for nobody. */
function checkCalls(layers: readonly Document[], report: RuleReport): void {
  const shared = layers.find(({ layer }) => !isOverlay(layerOf(layer)!))
  const saying = layers.filter(({ layer, node }) => node.entries.has('calls') && isOverlay(layerOf(layer)!))
  if (!shared) return
  for (const { node } of saying)
    report({ origin: node.entries.get('calls')?.keyOrigin ?? node.origin, ...ofAll(shared) })
}

const ofAll = ({ file }: Document) => ({
  zh: `接口对所有人相同，calls 在覆盖文件里不起作用：请写到 ${file}`,
  en: `Calls are the same for all, so calls has no effect in an overlay: say it in ${file}`,
})
