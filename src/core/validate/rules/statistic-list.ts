import { listTabsOf } from '../../compile/list-tabs.ts'
import { filteredFields, wholeTab } from '../../compile/statistics.ts'
import type { Origin } from '../../diagnostic/diagnostic.ts'
import { getEntry, getString, isFalse, originAt, type MapNode } from '../../source/node.ts'
import { FIELD_TRAITS } from '../../model/field/traits.ts'
import { filterTarget, type KnownField } from '../facts/known-fields.ts'
import { mapsIn, membersIn, modelOf, statisticsOf, type StatisticFacts } from '../facts/statistic-facts.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const statisticList: Rule = {
  code: 'statistic-list',
  about: {
    zh:
      '统计背后有名单：列出同一实体的列表页，有不加条件、或条件就是统计的 filters 的标签页（或没有标签页），统计按哪些字段数、分组、分期，'
      + '名单就有哪些筛选条件，每个地区都是如此',
    en:
      'There is a list behind a statistic: of its entity, with a tab that leaves none of it out or without tabs, and '
      + 'with a filter for each field that a number is filtered by, in every region',
  },
  alone: true,
  check: (context, report) => {
    for (const statistic of statisticsOf(context)) checkList(context, statistic, report)
  },
}

function checkList(context: RuleContext, statistic: StatisticFacts, report: RuleReport): void {
  const { node, entity, view } = statistic
  const route = getString(node, 'list') ?? getString(entity, 'list')
  const origin = getEntry(node, 'list')?.value.origin ?? originAt(node, ['statistic'])
  if (route === undefined)
    return report({
      origin,
      zh: `统计要有名单：写 list（列出“${getString(entity, 'label') ?? ''}”的列表页），点数字就打开它`,
      en: 'A statistic needs the list behind its numbers: write list',
    })
  const page = context.resolver.resolve(`pages/${route}`, view.scope)?.node
  // link-target reports a page that there is not
  if (!page) return
  if (getString(page, 'kind') !== 'list')
    return report({ origin, zh: `页面 ${route} 不是列表页`, en: `The page ${route} is no list` })
  const [own, listed] = [getString(entity, 'entity') ?? '', getString(page, 'entity') ?? '']
  if (own !== listed)
    return report({
      origin,
      zh: `名单 ${route} 列的是 ${listed}，统计数的是 ${own}`,
      en: `The list ${route} lists ${listed}, the statistic counts ${own}`,
    })
  const fixed = checkTabs(context, statistic, { page, route, origin }, report)
  checkFilters(context, statistic, { page, route, fixed }, report)
}

/** A list that opens with a part of its rows would show another total than the number. Gives what its tab fixes. */
function checkTabs(
  context: RuleContext,
  statistic: StatisticFacts,
  { page, route, origin }: { page: MapNode; route: string; origin: Origin },
  report: RuleReport,
): ReadonlySet<string> {
  const { tabs = [] } = listTabsOf(page)
  const whole = wholeTab(tabs, modelOf(context, statistic)?.filters ?? {})
  if (tabs.length > 0 && !whole)
    report({
      origin,
      zh: `名单 ${route} 的标签页都有筛选条件：加一个不写 filters 的标签页（全部），或条件都在统计的 filters 里的`,
      en: `All tabs of the list ${route} leave something out: add one without filters, or with the statistic's`,
    })
  return new Set(Object.keys(whole?.filters ?? {}))
}

function checkFilters(
  context: RuleContext,
  statistic: StatisticFacts,
  { page, route, fixed }: { page: MapNode; route: string; fixed: ReadonlySet<string> },
  report: RuleReport,
): void {
  const model = modelOf(context, statistic)
  if (!model) return
  const filters = getEntry(page, 'filters')?.value
  const wanted = filteredFields(model).flatMap(name => {
    const field = filterTarget(name, statistic.fields)?.field
    // what no list can be filtered by, statistic-field tells
    return field && field.secret !== true && field.mask === undefined && isFiltered(field) && !fixed.has(field.name)
      ? field.name
      : []
  })
  for (const name of new Set(wanted)) {
    const filter = getEntry(filters, name)
    if (filter && !isFalse(filter.value)) continue
    const label = statistic.fields.get(name)?.label ?? name
    report({
      // where a region takes the filter out of the list, that line breaks the numbers
      origin: filter?.value.origin ?? usedAt(statistic, name),
      zh: `统计“${model.label}”（${model.name}）用到“${label}”，名单 ${route} 没有它的筛选条件：在名单的 filters 里写 ${name}（可加 more: true）`,
      en: `The statistic ${model.name} needs ${name}, a filter that ${route} lacks: add it there`,
    })
  }
}

const isFiltered = ({ kind }: KnownField): boolean => kind !== undefined && FIELD_TRAITS[kind].filter !== 'none'

/** Where a statistic first says that it counts by a field. */
function usedAt({ node, fields }: StatisticFacts, name: string): Origin {
  const isIt = (key: string): boolean => filterTarget(key, fields)?.field.name === name
  const filtered = [node, ...mapsIn(node, 'measures').map(([, measure]) => measure)].flatMap(one =>
    membersIn(one, 'filters'),
  )
  const dimensions = membersIn(node, 'dimensions').map(
    ([key, entry]) => [getString(entry.value, 'field') ?? key, entry] as const,
  )
  const found = [...filtered, ...dimensions].find(([key]) => isIt(key))
  return found?.[1].keyOrigin ?? originAt(node, ['time'])
}
