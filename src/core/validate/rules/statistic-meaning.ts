import { isOverlay, layerOf } from '../../overlay/layer.ts'
import { scopeOfLayer } from '../../overlay/scopes.ts'
import { shortName, type Document } from '../../source/document.ts'
import { equalNodes, getNode, isFalse, type Node } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const statisticMeaning: Rule = {
  code: 'statistic-meaning',
  about: {
    zh:
      '覆盖文件不改统计的意思：entity、time、filters，指标的 kind、of、in、value、filters，维度的 field；'
      + '意思变了就是另一个指标。名称、单位、口径、次序可以改，指标可以增加、去掉',
    en:
      'An overlay keeps what a statistic means: entity, time and filters, kind, of, in, value and filters of a measure, '
      + 'field of a dimension; another meaning is another measure. Labels, units, notes and order may differ',
  },
  check: (context, report) => {
    for (const document of [...context.project.documents.values()].flat()) {
      const layer = layerOf(document.layer)
      if (document.kind === 'statistic' && layer && isOverlay(layer))
        new Meaning(belowOf(context, document), document, report).check()
    }
  },
}

/** What stands below a document, the statistic that it extends first. */
function belowOf({ resolver }: RuleContext, document: Document): Node[] {
  const layer = layerOf(document.layer)!
  const all = resolver.resolve(document.name, scopeOfLayer(layer))?.documents ?? []
  return all.slice(0, Math.max(0, all.indexOf(document))).map(({ node }) => node)
}

const OF_STATISTIC = ['entity', 'time', 'filters', 'extends']
const OF_MEMBERS: [map: string, keys: string[], zh: string, en: string][] = [
  ['measures', ['kind', 'of', 'in', 'value', 'filters'], '指标', 'measure'],
  ['dimensions', ['field'], '维度', 'dimension'],
]

class Meaning {
  readonly #below: readonly Node[]
  readonly #document: Document
  readonly #report: RuleReport

  constructor(below: readonly Node[], document: Document, report: RuleReport) {
    this.#below = below
    this.#document = document
    this.#report = report
  }

  check(): void {
    const { node, name } = this.#document
    // the first to say the statistic says what it means
    if (this.#below.length === 0) return
    const own = shortName(name)
    for (const key of OF_STATISTIC)
      this.#compare(
        [key],
        `统计 ${own} 的 ${key}`,
        `${key} of the statistic ${own}`,
        '另写一个统计',
        'another statistic',
      )
    for (const [map, keys, zh, en] of OF_MEMBERS) {
      const members = getNode(node, [map])
      if (members?.type !== 'map') continue
      for (const [member, { value }] of members.entries) {
        if (isFalse(value) || !this.#isBelow([map, member])) continue
        for (const key of keys)
          this.#compare(
            [map, member, key],
            `${zh} ${member} 的 ${key}`,
            `${key} of the ${en} ${member}`,
            `另写一个${zh}`,
            `another ${en}`,
          )
      }
    }
  }

  #isBelow(path: string[]): boolean {
    const last = this.#below.findLast(one => getNode(one, path) !== undefined)
    const value = last && getNode(last, path)
    return value !== undefined && !isFalse(value)
  }

  #compare(path: string[], zh: string, en: string, wayZh: string, wayEn: string): void {
    const value = getNode(this.#document.node, path)
    if (!value) return
    const under = this.#below.findLast(one => getNode(one, path) !== undefined)
    const before = under && getNode(under, path)
    // what changes nothing, overlay-no-change tells
    if (before && equalNodes(before, value)) return
    this.#report({
      origin: value.origin,
      zh: `覆盖不能改${zh}：意思变了，各地的数就对不上；请${wayZh}`,
      en: `An overlay cannot change ${en}: numbers of places would mean different things; write ${wayEn}`,
    })
  }
}
