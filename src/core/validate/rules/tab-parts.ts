import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getString, isFalse, type MapNode } from '../../source/node.ts'
import type { RuleReport } from '../facts/rule.ts'

const PARTS = {
  sections: ['分组', 'section'],
  tables: ['数字表', 'table'],
} as const

/**
 * Each tab of a detail page must show a list or parts of its page. No part may be shown twice, and all must exist.
 */
export function checkParts(page: MapNode, tabs: MapNode, report: RuleReport): void {
  const placed = new Set<string>()
  for (const { value: tab } of tabs.entries.values()) {
    if (tab.type !== 'map') continue
    checkShown(tab, report)
    checkTimeline(page, tab, placed, report)
    checkNamed('sections', page, tab, placed, report)
    checkNamed('tables', page, tab, placed, report)
  }
}

function checkNamed(
  part: keyof typeof PARTS,
  page: MapNode,
  tab: MapNode,
  placed: Set<string>,
  report: RuleReport,
): void {
  const own = getEntry(page, part)?.value
  const known =
    own?.type === 'map' ? [...own.entries].filter(([, { value }]) => !isFalse(value)).map(([name]) => name) : []
  const [zh, en] = PARTS[part]
  const named = getEntry(tab, part)?.value
  for (const item of named?.type === 'list' ? named.items : []) {
    const name = item.type === 'scalar' ? String(item.value) : ''
    if (!known.includes(name))
      report({
        origin: item.origin,
        zh: `没有${zh}“${name}”`,
        en: `There is no ${en} "${name}"`,
        suggestion: nearest(name, known),
      })
    else if (placed.has(`${part} ${name}`))
      report({
        origin: item.origin,
        zh: `${zh}“${name}”已在另一个标签上`,
        en: `The ${en} "${name}" stands on another tab`,
      })
    placed.add(`${part} ${name}`)
  }
}

const says = (tab: MapNode, name: string): boolean => {
  const value = getEntry(tab, name)?.value
  return value !== undefined && !isFalse(value) && !(value.type === 'list' && value.items.length === 0)
}

function checkShown(tab: MapNode, report: RuleReport): void {
  const listed = getString(tab, 'page') !== undefined
  const parts = says(tab, 'sections') || says(tab, 'tables') || says(tab, 'timeline')
  if (listed && parts)
    report({
      origin: getEntry(tab, 'page')!.value.origin,
      zh: '标签显示列表，就不能再写 sections、tables、timeline',
      en: 'A tab that shows a list has no sections, tables or timeline',
    })
  if (listed && !says(tab, 'filters'))
    report({
      origin: getEntry(tab, 'page')!.value.origin,
      zh: '写了 page 的标签要写 filters',
      en: 'A tab with page needs filters',
    })
  if (!listed && !parts)
    report({
      origin: tab.origin,
      zh: '标签要写 page 和 filters，或 sections、tables、timeline',
      en: 'A tab needs page and filters, or sections, tables or timeline',
    })
}

const TIMELINE = ' timeline'
function checkTimeline(page: MapNode, tab: MapNode, placed: Set<string>, report: RuleReport): void {
  const here = getEntry(tab, 'timeline')?.value
  if (!here || isFalse(here)) return
  if (!says(page, 'timeline')) report({ origin: here.origin, zh: '本页没有 timeline', en: 'This page has no timeline' })
  else if (placed.has(TIMELINE))
    report({ origin: here.origin, zh: 'timeline 已在另一个标签上', en: 'The timeline stands on another tab' })
  placed.add(TIMELINE)
}
