import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getString, isFalse, type MapNode } from '../../source/node.ts'
import type { RuleReport } from '../facts/rule.ts'

/**
 * Each tab of a detail page must show a list or sections of its page. No section may be shown twice, and all must
 * exist.
 */
export function checkParts(page: MapNode, tabs: MapNode, report: RuleReport): void {
  const sections = getEntry(page, 'sections')?.value
  const known =
    sections?.type === 'map'
      ? [...sections.entries].filter(([, { value }]) => !isFalse(value)).map(([name]) => name)
      : []
  const placed = new Set<string>()
  for (const { value: tab } of tabs.entries.values()) {
    if (tab.type !== 'map') continue
    checkShown(tab, report)
    checkTimeline(page, tab, placed, report)
    const named = getEntry(tab, 'sections')?.value
    for (const item of named?.type === 'list' ? named.items : []) {
      const name = item.type === 'scalar' ? String(item.value) : ''
      if (!known.includes(name))
        report({
          origin: item.origin,
          zh: `没有分组“${name}”`,
          en: `There is no section "${name}"`,
          suggestion: nearest(name, known),
        })
      else if (placed.has(name))
        report({
          origin: item.origin,
          zh: `分组“${name}”已在另一个标签上`,
          en: `The section "${name}" stands on another tab`,
        })
      placed.add(name)
    }
  }
}

const says = (tab: MapNode, name: string): boolean => {
  const value = getEntry(tab, name)?.value
  return value !== undefined && !isFalse(value) && !(value.type === 'list' && value.items.length === 0)
}

function checkShown(tab: MapNode, report: RuleReport): void {
  const listed = getString(tab, 'page') !== undefined
  const parts = says(tab, 'sections') || says(tab, 'timeline')
  if (listed && parts)
    report({
      origin: getEntry(tab, 'page')!.value.origin,
      zh: '标签显示列表，就不能再写 sections、timeline',
      en: 'A tab that shows a list has no sections or timeline',
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
      zh: '标签要写 page 和 filters，或 sections、timeline',
      en: 'A tab needs page and filters, or sections or timeline',
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
