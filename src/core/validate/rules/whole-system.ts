import { isOverlay, layerOf } from '../../overlay/layer.ts'
import type { Resolver } from '../../overlay/resolve.ts'
import { getNode, type Entry, type MapNode } from '../../source/node.ts'
import type { Document } from '../../source/document.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

/** Keys of app.yaml that configure the server itself and so cannot differ between customers. */
const WHOLE = ['version', 'product', 'sweep', 'signIn', 'routes']

export const wholeSystem: Rule = {
  code: 'whole-system',
  about: {
    zh: '属于整个系统的设置只写在 schemas/app.yaml；实体有没有接口（calls）只在它最初的文件里写；一个接口名只有一个定义',
    en: 'What belongs to the whole system is said in schemas/app.yaml, calls of an entity where it is, each call once',
  },
  check: ({ resolver }, report) => {
    for (const name of resolver.names('entity')) checkCalls(resolver.layersOf(`entities/${name}`), report)
    checkOwnCalls(resolver, report)
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

/**
 * The API is the same for all: an entity of all has calls for all, or for nobody, and of two customers' own entities by
 * one name the calls of the first would answer for both.
 */
function checkCalls(layers: readonly Document[], report: RuleReport): void {
  const shared = layers.find(({ layer }) => !isOverlay(layerOf(layer)!))
  const saying = layers.filter(({ layer, node }) => node.entries.has('calls') && isOverlay(layerOf(layer)!))
  for (const { node } of shared ? saying : saying.slice(1))
    report({
      origin: node.entries.get('calls')?.keyOrigin ?? node.origin,
      ...(shared ? ofAll(shared) : taken(saying[0]!)),
    })
}

/** Calls that overlays add by hand: of two by one name the first would answer for both. */
function checkOwnCalls(resolver: Resolver, report: RuleReport): void {
  const known = callsIn(resolver.resolve('endpoints', {})?.node)
  const seen = new Map<string, Document>()
  for (const document of resolver.layersOf('endpoints')) {
    if (!isOverlay(layerOf(document.layer)!)) continue
    for (const [name, { keyOrigin }] of callsIn(document.node)) {
      if (known.has(name)) continue
      const first = seen.get(name)
      seen.set(name, first ?? document)
      if (first)
        report({
          origin: keyOrigin ?? document.node.origin,
          zh: `接口对所有人相同，${name} 已由 ${first.file} 定义：请另取一个名字`,
          en: `Calls are the same for all, and ${name} is defined by ${first.file}: give it another name`,
        })
    }
  }
}
const callsIn = (node: MapNode | undefined): ReadonlyMap<string, Entry> => {
  const calls = getNode(node, ['endpoints'])
  return calls?.type === 'map' ? calls.entries : new Map<string, Entry>()
}

const ofAll = ({ file }: Document) => ({
  zh: `接口对所有人相同，calls 在覆盖文件里不起作用：请写到 ${file}`,
  en: `Calls are the same for all, so calls has no effect in an overlay: say it in ${file}`,
})
const taken = ({ file }: Document) => ({
  zh: `接口对所有人相同，这个实体名的接口已由 ${file} 定义：请给实体另取一个名字`,
  en: `Calls are the same for all, and those of this name are defined by ${file}: give the entity another name`,
})
