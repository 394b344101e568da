import { nearest } from '../../diagnostic/nearest.ts'
import { orderNames, REST } from '../../overlay/merge.ts'
import type { MapNode, Node } from '../../source/node.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const orderName: Rule = {
  code: 'order-name',
  about: { zh: '$order 里的名字都在', en: 'The names in $order exist' },
  check: ({ project }, report) => {
    for (const [first] of project.documents.values()) {
      // only the lowest document: above it, check-patch has checked the `$order`
      if (first && !first.node.entries.has('extends')) walk(first.node, report)
    }
  },
}

function walk(node: Node, report: RuleReport): void {
  if (node.type !== 'map') return
  if (node.order) checkOrder(node, report)
  for (const { value } of node.entries.values()) walk(value, report)
}

function checkOrder(node: MapNode, report: RuleReport): void {
  for (const [i, name] of orderNames(node.order!).entries()) {
    if (name === REST || node.entries.has(name)) continue
    const origin = node.order!.items[i]?.origin ?? node.order!.origin
    report({
      origin,
      zh: `$order 里的“${name}”不存在`,
      en: `"${name}" in $order does not exist`,
      suggestion: nearest(name, node.entries.keys()),
    })
  }
}
