import { rangeKeys } from '../../contract/api.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { GRAINS } from '../../period/units.ts'
import { asksOf, coverage, type Cut, type NeededFilter, type RollupShape } from '../../statistics/cover.ts'
import { levelsOf } from '../../statistics/levels.ts'
import { getEntry, getNode, getString, originAt, type MapNode } from '../../source/node.ts'
import { filterTarget } from '../facts/known-fields.ts'
import { mapsIn, membersIn, statisticsOf, textsIn, type StatisticFacts } from '../facts/statistic-facts.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Problem, Rule, RuleReport } from '../facts/rule.ts'

export const statisticRollup: Rule = {
  code: 'statistic-rollup',
  about: {
    zh:
      '预先汇总按统计的维度、month 或 day 存，含管辖地区的字段，至少有一个能相加的指标（count、stock、sum），'
      + '至少有一个部件或接口用得上它',
    en:
      'A roll-up is by dimensions, month or day, holds the field of areas, has a measure that can be '
      + 'added up (count, stock, sum), and answers at least one widget or call',
  },
  check: (context, report) => {
    for (const statistic of statisticsOf(context)) {
      const rollup = getEntry(statistic.node, 'rollup')?.value
      if (rollup?.type === 'map') checkRollup(context, statistic, rollup, report)
    }
  },
}

/** Sums of parts are the sum of the whole: no other kind can be answered from sums. */
const ADDITIVE: ReadonlySet<string> = new Set(['count', 'stock', 'sum'])
/** What is worked out of other measures needs these alone. */
const WORKED_OUT: ReadonlySet<string> = new Set(['share', 'derived'])
const KEPT: readonly string[] = ['month', 'day']

function checkRollup(context: RuleContext, statistic: StatisticFacts, rollup: MapNode, report: RuleReport): void {
  const [names, also] = [textsIn(rollup, 'by'), textsIn(rollup, 'also')]
  const time = getString(statistic.node, 'time')
  const dimensions = new Map(membersIn(statistic.node, 'dimensions'))
  const allowed = [...dimensions.keys(), ...(time === undefined ? [] : KEPT)]
  const beside = [...dimensions.keys()].filter(name => !names.some(({ text }) => text === name))
  const wrong = [...unknown(names, allowed), ...unknown(also, beside)]
  for (const { text, origin, known } of wrong)
    report({
      origin,
      zh: `统计没有维度“${text}”，可写：${known.join('、')}`,
      en: `The statistic has no dimension "${text}"; there are: ${known.join(', ')}`,
      suggestion: nearest(text, known),
    })
  if (names.length === 0 || wrong.length > 0) return
  const grains = names.filter(({ text }) => KEPT.includes(text))
  if (grains[1])
    report({
      origin: grains[1].origin,
      zh: '时间只写 month、day 中的一个：day 也能答按月的',
      en: 'Write month or day, not both: by days months are answered too',
    })
  const sums = mapsIn(statistic.node, 'measures').flatMap(([name, measure]) =>
    ADDITIVE.has(getString(measure, 'kind') ?? '') ? [{ name }] : [],
  )
  const origin = originAt(rollup, ['by'])
  if (sums.length === 0)
    return report({
      origin: originAt(statistic.node, ['rollup'], true),
      zh: '没有能相加的指标（count、stock、sum），汇总用不上，请去掉',
      en: 'No measure can be added up (count, stock, sum): nothing can use the roll-up',
    })
  const [keys, beyond] = [names, also].map(some => some.map(({ text }) => cutOf(text, statistic))) as [Cut[], Cut[]]
  const area = getString(getNode(statistic.entity, ['scope']), 'area')
  const lacking = lackingKey(statistic, { area, keys, also: beyond })
  if (lacking) return report({ origin, ...lacking })
  const levels = area === undefined ? [keys] : levelsFor(area, keys, beyond)
  if (
    !isUsed(
      context,
      statistic,
      levels.map(level => ({ name: statistic.name, keys: level, sums })),
    )
  )
    report({
      origin,
      zh: '没有部件用得上这个汇总：问到的维度、条件、指标不全在里面',
      en: 'No widget is answered from this roll-up: its dimensions, filters or measures are not all in it',
    })
}

/** A key without which the roll-up answers nobody. */
function lackingKey(
  statistic: StatisticFacts,
  { area, keys, also }: { area: string | undefined; keys: readonly Cut[]; also: readonly Cut[] },
): Pick<Problem, 'zh' | 'en'> | undefined {
  if (area !== undefined && !keys.some(({ name }) => name === area))
    return {
      zh: `by 里要有管辖地区的字段 ${area} 的维度：人人只看自己的地区，没有它就只能数记录`,
      en: `by needs a dimension of ${area}: everybody sees the rows of an area, and without it rows are counted`,
    }
  const unasked = ownFilters(statistic).find(filter => ![...keys, ...also].some(key => asksOf(filter, key)))
  return (
    unasked && {
      zh: `统计的 filters 用到 ${unasked.name}，by 和 also 里没有它的维度：汇总里筛不出这些记录，永远用不上`,
      en: `The statistic's filters need ${unasked.name}, which by and also do not have: nothing uses the roll-up`,
    }
  )
}

/** What each number of the statistic is filtered by, with the ends of its time as they are. */
function ownFilters({ node, fields }: StatisticFacts): NeededFilter[] {
  const time = getString(node, 'time')
  return membersIn(node, 'filters').flatMap(([key, { value }]): NeededFilter[] => {
    const { name } = filterTarget(key, fields)?.field ?? {}
    if (name === undefined) return []
    const end = value.type === 'scalar' && value.value !== null ? String(value.value) : undefined
    const [start, last] = rangeKeys(name)
    if (name !== time || end === undefined || (key !== start && key !== last)) return [{ name, on: 'value' }]
    return [{ name, on: 'range', ...(key === start ? { from: end } : { to: end }) }]
  })
}

const unknown = <T extends { text: string }>(names: readonly T[], known: readonly string[]) =>
  names.filter(({ text }) => !known.includes(text)).map(name => ({ ...name, known }))

function levelsFor(area: string, keys: readonly Cut[], also: readonly Cut[]): Cut[][] {
  const time = keys.find(({ grain }) => grain !== undefined)
  const by = keys.filter(({ name, grain }) => name !== area && grain === undefined).map(({ name }) => name)
  const { name, grain } = time ?? {}
  return levelsOf({
    area,
    ...(name !== undefined && grain ? { time: { name, grain } } : {}),
    by,
    also,
  })
}

function cutOf(name: string, { node }: StatisticFacts): Cut {
  const time = getString(node, 'time')
  const grain = GRAINS.find(one => one === name)
  if (time !== undefined && grain) return { name: time, grain }
  return { name: getString(getNode(node, ['dimensions', name]), 'field') ?? name }
}

/** Whether a widget of any scope, or a call, asks for what the roll-up holds. */
function isUsed(context: RuleContext, statistic: StatisticFacts, levels: readonly RollupShape[]): boolean {
  for (const { document, mention } of context.mentions('statistic')) {
    if (mention.name !== statistic.name || document.kind === 'statistic') continue
    if (document.kind !== 'page') return true
    const widget = getNode(document.node, mention.path.slice(0, -1))
    if (widget?.type === 'map' && isCovered(widget, document.node, statistic, levels)) return true
  }
  return false
}

function isCovered(widget: MapNode, page: MapNode, statistic: StatisticFacts, levels: readonly RollupShape[]): boolean {
  const measures = new Map(mapsIn(statistic.node, 'measures'))
  const asked = new Map<string, MapNode>()
  const ask = (name: string): void => {
    const measure = measures.get(name)
    if (!measure || asked.has(name)) return
    asked.set(name, measure)
    const words = (getString(measure, 'value') ?? '').match(/\w+/g) ?? []
    for (const part of [getString(measure, 'of'), getString(measure, 'in'), ...words]) if (part !== undefined) ask(part)
  }
  for (const { text } of textsIn(widget, 'measures')) ask(text)
  const sums = [...asked].flatMap(([name, node]) => (WORKED_OUT.has(getString(node, 'kind') ?? '') ? [] : [name]))
  // each sum counts the rows that its own measure's filters let pass
  const filters = membersIn(widget, 'filters').flatMap(([key]): NeededFilter[] => {
    const target = filterTarget(key, statistic.fields)
    return target ? [{ name: target.field.name, on: 'value' }] : []
  })
  const by = textsIn(widget, 'by').map(({ text }) => cutOf(text, statistic))
  const wanted = { by, filters: [...ownFilters(statistic), ...filters, ...periodOf(page, statistic)], sums, scope: [] }
  return levels.some(level => coverage(level, wanted).covered)
}

/** The first period that a page offers is the one that it opens with. */
function periodOf(page: MapNode, { node }: StatisticFacts): NeededFilter[] {
  const time = getString(node, 'time')
  const first = getNode(page, ['controls', 'period', 'by', 0])
  if (time === undefined || first?.type !== 'scalar') return []
  const [from, to] = FIRST[String(first.value)] ?? []
  return from === undefined || to === undefined ? [] : [{ name: time, on: 'range', from, to }]
}
/** Some period of each length. */
const FIRST: Readonly<Record<string, readonly [string, string]>> = {
  day: ['2026-02-03', '2026-02-03'],
  week: ['2026-02-02', '2026-02-08'],
  month: ['2026-02-01', '2026-02-28'],
  quarter: ['2026-01-01', '2026-03-31'],
  year: ['2026-01-01', '2026-12-31'],
}
