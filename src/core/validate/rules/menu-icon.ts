import { ICONS } from '../../model/page/icons.ts'
import { getEntry, getString, originAt, type Node } from '../../source/node.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

const KNOWN: ReadonlySet<string> = new Set(ICONS)

export const menuIcon: Rule = {
  code: 'menu-icon',
  about: { zh: '菜单的图标是控制台有的', en: 'The console has the icons of the menu' },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('menu')) checkEntries(getEntry(node, 'menu')?.value, report)
  },
}

function checkEntries(entries: Node | undefined, report: RuleReport): void {
  if (entries?.type !== 'map') return
  for (const { value } of entries.entries.values()) {
    const name = getString(value, 'icon')
    if (name !== undefined && !KNOWN.has(name))
      reportUnknown(report, { name, origin: originAt(value, ['icon']) }, ['图标', 'icon'], KNOWN)
    checkEntries(getEntry(value, 'children')?.value, report)
  }
}
