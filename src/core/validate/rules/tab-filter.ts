import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getString, isFalse, type MapNode } from '../../source/node.ts'
import type { RuleContext } from '../context.ts'
import type { ScopeView } from '../scope-view.ts'
import { membersOf } from '../scope-view.ts'
import type { Rule, RuleReport } from '../rule.ts'

export const tabFilter: Rule = {
  code: 'tab-filter',
  about: { zh: '标签页显示的是列表页，筛选条件是那个列表的字段', en: "A tab shows a list page, and filters it by fields of that list's entity" },
  check: (context, report) => {
    for (const { node, view } of context.of('page')) {
      const tabs = getEntry(node, 'tabs')?.value
      if (tabs?.type !== 'map') continue
      for (const { value } of tabs.entries.values()) if (value.type === 'map') checkTab(value, view, context, report)
    }
  },
}

function checkTab(tab: MapNode, view: ScopeView, { resolver }: RuleContext, report: RuleReport): void {
  const route = getString(tab, 'list')
  const list = route === undefined ? undefined : resolver.resolve(`pages/${route}`, view.scope)?.node
  if (!list) return
  if (getString(list, 'kind') !== 'list') {
    report({ origin: getEntry(tab, 'list')!.value.origin, zh: `页面 ${route} 不是列表页`, en: `The page ${route} is no list` })
    return
  }
  const fields = membersOf(resolver.entity(getString(list, 'entity') ?? '', view.scope)?.node, 'fields')
  const filters = getEntry(tab, 'filters')?.value
  if (filters?.type !== 'map' || fields.size === 0) return
  for (const [name, { keyOrigin, value }] of filters.entries) {
    if (isFalse(value) || fields.has(name)) continue
    report({ origin: keyOrigin, zh: `列表 ${route} 没有字段“${name}”`, en: `The list ${route} has no field "${name}"`, suggestion: nearest(name, fields) })
  }
}
