import { getEntry, getNode, getString, originAt, type MapNode } from '../../source/node.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { filterTarget, knownFields, type KnownFields } from '../facts/known-fields.ts'
import { membersIn, textsIn } from '../facts/statistic-facts.ts'
import { widgetsOf, type WidgetFacts } from '../facts/widget-facts.ts'
import { checkWrittenFilters } from '../facts/written-filters.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const dashboardList: Rule = {
  code: 'dashboard-list',
  about: {
    zh:
      '名单、卡片和时间线（rows、cards、timeline）写 page：一个列表页；它们的条件是那个列表有的筛选，值是字段的取值；'
      + 'sort、columns、ring、facts 写那个列表的栏，ring 是百分比',
    en:
      'Rows, cards and timelines name a list page; their filters are filters of that list with values of its fields; '
      + 'sort, columns, ring and facts name columns of that list, ring a percentage',
  },
  alone: true,
  check: (context, report) => {
    for (const widget of widgetsOf(context)) {
      if (widget.kind.list === true) checkList(context, widget, report)
      else if (!widget.statistic && !getEntry(widget.node, 'statistic')) refuseFilters(widget, report)
    }
  },
}

function refuseFilters({ node, word }: WidgetFacts, report: RuleReport): void {
  const filters = getEntry(node, 'filters')
  if (filters)
    report({
      origin: filters.keyOrigin,
      zh: `部件 ${word} 没有可筛选的，不写 filters`,
      en: `${word} has nothing to filter`,
    })
}

function checkList(context: RuleContext, { node, word, page }: WidgetFacts, report: RuleReport): void {
  const route = getString(node, 'page')
  if (route === undefined)
    return report({
      origin: originAt(node, ['widget']),
      zh: `部件 ${word} 要写 page（画哪个列表页的记录）`,
      en: `${word} needs page, the list whose rows it draws`,
    })
  const list = context.resolver.resolve(`pages/${route}`, page.view.scope)?.node
  if (!list) return
  const origin = originAt(node, ['page'])
  if (getString(list, 'kind') !== 'list')
    return report({ origin, zh: `页面 ${route} 不是列表页`, en: `The page ${route} is no list` })
  const fields = knownFields(context.resolver.entity(getString(list, 'entity') ?? '', page.view.scope)?.node)
  checkWrittenFilters(getEntry(node, 'filters')?.value, fields, page.view, report)
  checkColumns(node, word, list, fields, report)
  const known = new Set(membersIn(list, 'filters').map(([name]) => name))
  for (const [name, { keyOrigin }] of membersIn(node, 'filters')) {
    const field = fieldNamed(name, fields)
    if (field !== undefined && !known.has(field))
      report({
        origin: keyOrigin,
        zh: `列表 ${route} 没有筛选条件“${field}”：在它的 filters 里写上（可加 more: true）`,
        en: `The list ${route} has no filter "${field}": add it to its filters`,
        suggestion: nearest(field, known),
      })
  }
}

/** Columns that the options name. */
function checkColumns(node: MapNode, word: string, list: MapNode, fields: KnownFields, report: RuleReport): void {
  const columns = membersIn(list, 'columns').map(([name]) => name)
  const options = getNode(node, ['options'])
  if (options?.type !== 'map') return
  const sort = getString(options, 'sort')
  const named = [
    ...(sort === undefined
      ? []
      : sort.split(',').map(one => ({ key: 'sort', name: one.trim().split(/\s+/)[0] ?? '' }))),
    ...['ring'].flatMap(key => {
      const name = getString(options, key)
      return name === undefined ? [] : [{ key, name }]
    }),
    ...['columns', 'facts'].flatMap(key =>
      textsIn(options, key).map(({ text, origin }) => ({ key, name: text, origin })),
    ),
  ].map(one => ({ origin: originAt(options, [one.key]), ...one }))
  for (const { key, name, origin } of named) {
    if (!columns.includes(name))
      report({
        origin,
        zh: `部件 ${word} 的 ${key}：列表没有栏“${name}”`,
        en: `${key} of ${word}: the list has no column "${name}"`,
        suggestion: nearest(name, columns),
      })
    else if (key === 'ring' && filterTarget(name, fields)?.field.kind !== 'percent')
      report({ origin, zh: `ring 写一个百分比字段，“${name}”不是`, en: `ring names a percentage; ${name} is none` })
  }
}

const fieldNamed = (name: string, fields: KnownFields): string | undefined => filterTarget(name, fields)?.field.name
