import { nearest } from '../../diagnostic/nearest.ts'
import { DATE_KINDS } from '../../model/field/traits.ts'
import { getEntry, getString, isFalse, type MapNode, type Node } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const calendarField: Rule = {
  code: 'calendar-field',
  about: {
    zh: '列表的日历按本页的一个日期筛选条件筛选，标出的是本页的一列；表单的 until 从一个日期字段指向同一表单的另一个',
    en:
      'The calendar of a list filters by a date among the filters of the page, and writes one of its columns; '
      + 'until of a form leads from a date to another date of that form',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('page')) {
      const calendar = getEntry(document.node, 'calendar')?.value
      if (calendar?.type === 'map' && getString(document.node, 'kind') === 'list')
        checkCalendar(context, document, calendar, report)
      if (getString(document.node, 'kind') === 'form') checkPeriods(context, document, report)
    }
  },
}

/** Periods of a form: both ends are dates that it asks for. */
function checkPeriods(context: RuleContext, page: MergedDocument, report: RuleReport): void {
  const entity = context.resolver.entity(getString(page.node, 'entity') ?? '', page.view.scope)?.node
  const own = members(entity, 'fields')
  const asked = new Map(
    [...members(page.node, 'sections').values()].flatMap(({ value }) =>
      value.type === 'map' ? [...members(value, 'fields')] : [],
    ),
  )
  const kindOf = (name: string): string | undefined =>
    getString(asked.get(name)?.value, 'kind') ?? getString(own.get(name)?.value, 'kind')
  for (const [name, { value }] of asked) {
    const until = value.type === 'map' ? getString(value, 'until') : undefined
    const origin = value.type === 'map' ? (getEntry(value, 'until')?.value.origin ?? value.origin) : value.origin
    if (until === undefined) continue
    if (!asked.has(until) || until === name)
      report({
        origin,
        zh: `until：本表单没有另一个字段“${until}”`,
        en: `until: the form asks for no other field "${until}"`,
        suggestion: nearest(
          until,
          [...asked.keys()].filter(one => one !== name),
        ),
      })
    else if (!DATE_KINDS.has(kindOf(name) ?? '') || kindOf(name) !== kindOf(until))
      report({
        origin,
        zh: `until：“${name}”和“${until}”要都是日期，或都是日期时间`,
        en: `until: "${name}" and "${until}" are to be dates, or both times`,
      })
  }
}

const members = (node: Node | undefined, key: string): MapNode['entries'] => {
  const map = getEntry(node, key)?.value
  return map?.type === 'map' ? new Map([...map.entries].filter(([, { value }]) => !isFalse(value))) : new Map()
}

function checkCalendar(context: RuleContext, page: MergedDocument, calendar: MapNode, report: RuleReport): void {
  const origin = (key: string) => getEntry(calendar, key)?.value.origin ?? calendar.origin
  const unknown = (key: string, known: MapNode['entries'], zh: string, en: string): boolean => {
    const name = getString(calendar, key)
    if (name === undefined || known.has(name)) return false
    report({
      origin: origin(key),
      zh: `日历的 ${key}：没有${zh}“${name}”`,
      en: `The calendar's ${key}: no ${en} "${name}"`,
      suggestion: nearest(name, known.keys()),
    })
    return true
  }
  unknown('title', members(page.node, 'columns'), '列', 'column')
  if (unknown('field', members(page.node, 'filters'), '筛选条件', 'filter')) return
  const name = getString(calendar, 'field') ?? ''
  const entity = context.resolver.entity(getString(page.node, 'entity') ?? '', page.view.scope)?.node
  const kind = getString(members(entity, 'fields').get(name)?.value, 'kind')
  if (kind !== undefined && !DATE_KINDS.has(kind))
    report({
      origin: origin('field'),
      zh: `“${name}”不是日期，不能按日历筛选`,
      en: `"${name}" is no date and cannot be filtered by a calendar`,
    })
}
