import { getEntry, getString, originAt, type Node } from '../../source/node.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

export const menuBadge: Rule = {
  code: 'menu-badge',
  about: { zh: '菜单和状态的角标（badge）是产品的程序会数的', en: "The product's code counts what badges show" },
  alone: true,
  check: (context, report) => {
    if (!context.words) return
    const known = new Set(context.words.counters)
    for (const { node } of context.of('menu')) checkBadges(getEntry(node, 'menu')?.value, known, report)
    for (const { node } of context.of('workflow')) checkBadges(getEntry(node, 'states')?.value, known, report)
  },
}

function checkBadges(entries: Node | undefined, known: ReadonlySet<string>, report: RuleReport): void {
  if (entries?.type !== 'map') return
  for (const { value } of entries.entries.values()) {
    const name = getString(value, 'badge')
    if (name !== undefined && !known.has(name))
      reportUnknown(report, { name, origin: originAt(value, ['badge']) }, ['计数', 'counter'], known)
    checkBadges(getEntry(value, 'children')?.value, known, report)
  }
}
