import { formatOrigin, type Origin } from '../../diagnostic/diagnostic.ts'
import { layerOf } from '../../overlay/layer.ts'
import { getEntry, type MapNode } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

interface Said {
  value: string
  origin: Origin
  customer: string
}

function saidOf(node: MapNode, key: string): { value: string; origin: Origin }[] {
  const value = getEntry(node, key)?.value
  const nodes = value?.type === 'list' ? value.items : value ? [value] : []
  return nodes.flatMap(one => (one.type === 'scalar' ? [{ value: String(one.value), origin: one.origin }] : []))
}

/** Whose an area is decides whose rows are seen: of two customers neither's areas lie in the other's. */
export const customerApart: Rule = {
  code: 'customer-apart',
  about: {
    zh: '客户之间所辖地区不重叠，tenant 各不相同',
    en: 'Areas of customers do not overlap, and each has a tenant of its own',
  },
  check: ({ project }, report) => {
    const areas: Said[] = []
    const tenants: Said[] = []
    for (const { kind, node, layer } of [...project.documents.values()].flat()) {
      if (kind !== 'customer') continue
      const customer = layerOf(layer)?.customer ?? ''
      const of = (key: string): Said[] => saidOf(node, key).map(one => ({ ...one, customer }))
      for (const { value, origin } of of('areas')) {
        const other = areas.find(one => one.value.startsWith(value) || value.startsWith(one.value))
        if (!other) continue
        const at = formatOrigin(other.origin)
        const zh = `地区 ${value} 与客户 ${other.customer} 的 ${other.value} 重叠（${at}）`
        const en = `The area ${value} overlaps ${other.value} of the customer ${other.customer} (${at})`
        report({ origin, zh, en })
      }
      for (const { value, origin } of of('tenant')) {
        const other = tenants.find(one => one.value === value)
        if (!other) continue
        const at = formatOrigin(other.origin)
        const zh = `tenant ${value} 已是客户 ${other.customer} 的（${at}）`
        const en = `The tenant ${value} is that of the customer ${other.customer} already (${at})`
        report({ origin, zh, en })
      }
      areas.push(...of('areas'))
      tenants.push(...of('tenant'))
    }
  },
}
