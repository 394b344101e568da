import { getEntry, getString, isFalse, originAt, type MapNode, type Node } from '../../source/node.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

export const menuWithin: Rule = {
  code: 'menu-within',
  about: {
    zh: '菜单的 within 和 heading 写在第一级；within 是另一个自成一组的菜单',
    en: 'within and heading of a menu entry stand on the first level; within is another group that stands by itself',
  },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('menu')) {
      const top = getEntry(node, 'menu')?.value
      if (top?.type !== 'map') continue
      checkGroups(top, report)
      for (const { value } of top.entries.values()) checkBelow(getEntry(value, 'children')?.value, report)
    }
  },
}

/** A page of its own, or shown within another group: nothing can be shown within such an entry. */
const takesNone = (entry: Node | undefined): boolean =>
  ['page', 'href', 'within'].some(key => getString(entry, key) !== undefined)

function checkGroups(top: MapNode, report: RuleReport): void {
  const present = [...top.entries].filter(([, { value }]) => !isFalse(value))
  const groups = new Set(present.filter(([, { value }]) => !takesNone(value)).map(([name]) => name))
  for (const [name, { value }] of present) {
    const within = getString(value, 'within')
    if (within === undefined || (groups.has(within) && within !== name)) continue
    const others = new Set([...groups].filter(group => group !== name))
    reportUnknown(report, { name: within, origin: originAt(value, ['within']) }, ['菜单组', 'menu group'], others)
  }
}

function checkBelow(entries: Node | undefined, report: RuleReport): void {
  if (entries?.type !== 'map') return
  for (const { value } of entries.entries.values()) {
    for (const key of ['within', 'heading'].filter(one => getString(value, one) !== undefined))
      report({
        origin: originAt(value, [key]),
        zh: `${key} 只能写在第一级菜单`,
        en: `${key} stands on the first level of the menu only`,
      })
    checkBelow(getEntry(value, 'children')?.value, report)
  }
}
