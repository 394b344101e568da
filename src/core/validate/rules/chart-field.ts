import { nearest } from '../../diagnostic/nearest.ts'
import { DATE_KINDS, NUMBER_KINDS } from '../../model/field/traits.ts'
import { listOf } from '../../overlay/resolve.ts'
import { getEntry, getString, isFalse, type MapNode } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

/** kinds whose values can be a month: '2026-03' is a text */
const MONTHS = new Set(['text', ...DATE_KINDS])

export const chartField: Rule = {
  code: 'chart-field',
  about: {
    zh: '图画的是列表页的列，纵轴是数字；filter 是本页的筛选条件，也是所画列表的字段；bands 的字典写有 min',
    en:
      'A chart draws columns of a list, numbers upwards; filter is a filter of the page and a field of the list '
      + 'that is drawn; the dictionary of bands has min',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('page')) {
      const chart = getEntry(document.node, 'chart')?.value
      if (chart?.type === 'map' && getString(document.node, 'kind') === 'list')
        new ChartCheck(context, document, chart, report).check()
    }
  },
}

const members = (node: MapNode | undefined, key: string): MapNode['entries'] => {
  const map = getEntry(node, key)?.value
  return map?.type === 'map' ? new Map([...map.entries].filter(([, { value }]) => !isFalse(value))) : new Map()
}

class ChartCheck {
  readonly #context: RuleContext
  readonly #page: MergedDocument
  readonly #chart: MapNode
  readonly #report: RuleReport

  constructor(context: RuleContext, page: MergedDocument, chart: MapNode, report: RuleReport) {
    this.#context = context
    this.#page = page
    this.#chart = chart
    this.#report = report
  }

  check(): void {
    this.#checkBands()
    const drawn = this.#drawn()
    if (!drawn) return
    const fields = members(
      this.#context.resolver.entity(getString(drawn, 'entity') ?? '', this.#page.view.scope)?.node,
      'fields',
    )
    const columns = members(drawn, 'columns')
    this.#named('x', columns, '列', 'column')
    this.#named('y', columns, '列', 'column')
    for (const key of ['series', 'named']) this.#named(key, fields, '字段', 'field')
    this.#checkAlso(columns, fields)
    this.#checkPart('during', columns)
    this.#checkPart('markers', columns)
    this.#checkMarkers()
    this.#kind('y', NUMBER_KINDS, fields, '不是数字，不能作纵轴', 'is no number and cannot be drawn upwards')
    if (getString(this.#chart, 'interval') === 'month')
      this.#kind('x', MONTHS, fields, '不是月份或日期，不能按月', 'is no month and no date')
    this.#named('filter', members(this.#page.node, 'filters'), '筛选条件', 'filter')
    if (drawn !== this.#page.node) this.#named('filter', fields, '字段', 'field')
  }

  #say(key: string, zh: string, en: string, suggestion?: string): void {
    const entry = getEntry(this.#chart, key)
    this.#report({ origin: entry?.value.origin ?? this.#chart.origin, zh, en, suggestion })
  }

  /** The list whose rows the chart draws; undefined if its route does not exist, which link-target reports. */
  #drawn(): MapNode | undefined {
    const route = getString(this.#chart, 'page')
    if (route === undefined) return this.#page.node
    const list = this.#context.resolver.resolve(`pages/${route}`, this.#page.view.scope)?.node
    if (list && getString(list, 'kind') !== 'list')
      this.#say('page', `页面 ${route} 不是列表页`, `The page ${route} is no list`)
    else if (list && getString(this.#chart, 'filter') === undefined)
      this.#say('page', '画另一个列表要写 filter', 'To draw another list needs filter')
    return list && getString(list, 'kind') === 'list' ? list : undefined
  }

  #named(key: string, known: MapNode['entries'], zh: string, en: string): void {
    const name = getString(this.#chart, key)
    if (name !== undefined && !known.has(name))
      this.#say(
        key,
        `图的 ${key}：没有${zh}“${name}”`,
        `The chart's ${key}: no ${en} "${name}"`,
        nearest(name, known.keys()),
      )
  }

  #kind(key: string, kinds: ReadonlySet<string>, fields: MapNode['entries'], zh: string, en: string): void {
    const name = getString(this.#chart, key) ?? ''
    const kind = getString(fields.get(name)?.value, 'kind')
    if (kind !== undefined && !kinds.has(kind)) this.#say(key, `“${name}”${zh}`, `"${name}" ${en}`)
  }

  #checkAlso(columns: MapNode['entries'], fields: MapNode['entries']): void {
    for (const name of listOf(this.#chart, 'also')) {
      const kind = getString(fields.get(name)?.value, 'kind') ?? ''
      if (!columns.has(name))
        this.#say(
          'also',
          `图的 also：没有列“${name}”`,
          `The chart's also: no column "${name}"`,
          nearest(name, columns.keys()),
        )
      else if (!NUMBER_KINDS.has(kind))
        this.#say('also', `“${name}”不是数字，不能作纵轴`, `"${name}" is no number and cannot be drawn upwards`)
    }
    if (listOf(this.#chart, 'also').length > 0 && getString(this.#chart, 'series') !== undefined)
      this.#say('also', 'also 与 series 不能同时写', 'A chart has also or series, not both')
  }

  /** `during` and `markers` read a column of the list that is drawn. */
  #checkPart(key: string, columns: MapNode['entries']): void {
    const part = getEntry(this.#chart, key)?.value
    const name = part && getString(part, 'field')
    if (name !== undefined && !columns.has(name))
      this.#say(
        key,
        `图的 ${key}：没有列“${name}”`,
        `The chart's ${key}: no column "${name}"`,
        nearest(name, columns.keys()),
      )
  }

  /** The list that a marked point opens has the filter by which it finds the record. */
  #checkMarkers(): void {
    const part = getEntry(this.#chart, 'markers')?.value
    const [route, filter] = [part && getString(part, 'page'), part && getString(part, 'filter')]
    const list =
      route === undefined ? undefined : this.#context.resolver.resolve(`pages/${route}`, this.#page.view.scope)?.node
    const known = members(list, 'filters')
    if (list && filter !== undefined && !known.has(filter))
      this.#say(
        'markers',
        `图的 markers：${String(route)} 没有筛选条件“${filter}”`,
        `The chart's markers: ${String(route)} has no filter "${filter}"`,
        nearest(filter, known.keys()),
      )
  }

  #checkBands(): void {
    const name = getString(this.#chart, 'bands')
    const dictionary =
      name === undefined
        ? undefined
        : this.#context.resolver.resolve(`dictionaries/${name}`, this.#page.view.scope)?.node
    const banded = [...members(dictionary, 'entries').values()].some(
      ({ value }) => value.type === 'map' && getEntry(value, 'min') !== undefined,
    )
    if (dictionary && !banded)
      this.#say(
        'bands',
        `字典 ${String(name)} 没有写 min 的项，不能分档`,
        `No entry of the dictionary ${String(name)} has min: it holds no bands`,
      )
  }
}
