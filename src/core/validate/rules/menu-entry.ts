import { getEntry, getString, isFalse, isEmpty, type MapNode, type Node } from '../../source/node.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

const LEVELS = 3

export const menuEntry: Rule = {
  code: 'menu-entry',
  about: {
    zh: '每个菜单项恰有 page、href、children 之一，最多三级',
    en: 'A menu entry has exactly one of page, href and children; at most three levels',
  },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('menu')) {
      const top = getEntry(node, 'menu')?.value
      checkLevel(top, 1, report, hostsIn(top))
    }
  },
}

/** Groups that others stand within need no entries of their own. */
const hostsIn = (top: Node | undefined): ReadonlySet<string> =>
  new Set(top?.type === 'map' ? [...top.entries.values()].flatMap(({ value }) => getString(value, 'within') ?? []) : [])
const NONE: ReadonlySet<string> = new Set()

function checkLevel(entries: Node | undefined, level: number, report: RuleReport, hosts = NONE): void {
  if (entries?.type !== 'map') return
  for (const [name, { keyOrigin, value }] of entries.entries) {
    if (isFalse(value) || value.type !== 'map') continue
    const said = ['page', 'href', 'children'].filter(key => isSaid(value, key))
    if (said.length > 1 || (said.length === 0 && !hosts.has(name))) {
      const zh =
        said.length === 0 ? `菜单 ${name} 没有写 page、href 或 children` : `菜单 ${name} 同时写了 ${said.join('、')}`
      const en =
        said.length === 0
          ? `The menu entry ${name} has none of page, href and children`
          : `The menu entry ${name} has ${said.join(' and ')}`
      report({ origin: keyOrigin, zh, en })
    }
    if (level > LEVELS)
      report({ origin: keyOrigin, zh: `菜单最多 ${LEVELS} 级`, en: `A menu has at most ${LEVELS} levels` })
    checkLevel(getEntry(value, 'children')?.value, level + 1, report)
  }
}

function isSaid(entry: MapNode, key: string): boolean {
  const value = getEntry(entry, key)?.value
  return value !== undefined && !isEmpty(value) && !isFalse(value)
}
