import { partsOf } from '../../statistics/measures.ts'
import { filtersOf, scaleOf } from '../../compile/statistics.ts'
import { addsField, type ListFilters } from '../../contract/statistics.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import type { FilterValues } from '../../model/field/named.ts'
import { MEASURE_KINDS, type MeasureKind } from '../../model/statistics.ts'
import { getEntry, getString, originAt, toValue, type MapNode } from '../../source/node.ts'
import type { KnownField } from '../facts/known-fields.ts'
import { mapsIn, statisticsOf, type StatisticFacts } from '../facts/statistic-facts.ts'
import { isWithin } from '../facts/within.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const statisticMeasure: Rule = {
  code: 'statistic-measure',
  about: {
    zh:
      '指标写了它的算法要的 of、in、value，没有写不要的；占比的部分在整体之内，两者算法相同；'
      + 'derived 不绕回自己；单位与所算字段的单位相合；stock 要有 time',
    en:
      'A measure has the of, in and value that its kind needs and no others; the part of a share is within the whole '
      + 'and counted the same way; derived ones do not come back to themselves; units fit the field; stock needs time',
  },
  alone: true,
  check: (context, report) => {
    for (const statistic of statisticsOf(context)) {
      const measures = new Map(mapsIn(statistic.node, 'measures'))
      for (const [name, node] of measures) new MeasureCheck(statistic, measures, { name, node }, report).check()
    }
  },
}

/** The keys that a kind needs; a measure has none of the others. */
const NEEDS: Record<MeasureKind, readonly string[]> = {
  count: [],
  stock: [],
  distinct: ['of'],
  sum: ['of'],
  average: ['of'],
  share: ['of', 'in'],
  derived: ['value'],
}
/** Of what there is it may be an amount, and not how many rows. */
const MAY: Partial<Record<MeasureKind, readonly string[]>> = { stock: ['of'] }
const KEYS = ['of', 'in', 'value'] as const
/** Counted so, a part is never more than its whole. */
const WHOLES: ReadonlySet<string> = new Set(['count', 'stock', 'distinct', 'sum'])

class MeasureCheck {
  readonly #statistic: StatisticFacts
  readonly #measures: ReadonlyMap<string, MapNode>
  readonly #name: string
  readonly #node: MapNode
  readonly #report: RuleReport

  constructor(
    statistic: StatisticFacts,
    measures: ReadonlyMap<string, MapNode>,
    { name, node }: { name: string; node: MapNode },
    report: RuleReport,
  ) {
    this.#statistic = statistic
    this.#measures = measures
    this.#name = name
    this.#node = node
    this.#report = report
  }

  check(): void {
    const kind = MEASURE_KINDS.find(one => one === getString(this.#node, 'kind'))
    if (!kind) return
    this.#keys(kind)
    this.#unit(kind)
    if (kind === 'share') this.#share()
    if (kind === 'derived') this.#circle()
    if (kind === 'stock' && getString(this.#statistic.node, 'time') === undefined)
      this.#say('kind', 'stock 要统计写 time：到哪一天为止', 'stock needs the time of the statistic: up to which day')
  }

  #say(key: string, zh: string, en: string, suggestion?: string | undefined): void {
    this.#report({
      origin: originAt(this.#node, [key]),
      zh: `指标 ${this.#name}：${zh}`,
      en: `${this.#name}: ${en}`,
      suggestion,
    })
  }

  #keys(kind: MeasureKind): void {
    for (const key of KEYS) {
      const isWritten = getEntry(this.#node, key) !== undefined
      const isNeeded = NEEDS[kind].includes(key)
      if (isNeeded && !isWritten) this.#say('kind', `${kind} 要写 ${key}`, `${kind} needs ${key}`)
      if (!isNeeded && isWritten && !MAY[kind]?.includes(key))
        this.#say(key, `${kind} 不写 ${key}`, `${kind} has no ${key}`)
    }
    if ((kind === 'share' || kind === 'derived') && getEntry(this.#node, 'filters'))
      this.#say(
        'filters',
        `${kind} 由其他指标算出，条件写在那些指标里`,
        `${kind} is worked out of other measures: write the filters there`,
      )
  }

  #unit(kind: MeasureKind): void {
    const unit = getString(this.#node, 'unit')
    if (unit === undefined || kind === 'derived') return
    const of = getString(this.#node, 'of')
    const isSummed = kind === 'average' || addsField({ kind, ...(of === undefined ? {} : { of }) })
    const field = isSummed ? this.#statistic.fields.get(of ?? '') : undefined
    // of a field that there is not, statistic-field tells
    if (isSummed && !field) return
    const problem = kind === 'share' ? notPercent(unit) : unfitUnit(unit, field)
    if (problem) this.#say('unit', ...problem)
  }

  #share(): void {
    const [part, whole] = [this.#member('of'), this.#member('in')]
    if (!part || !whole) return
    const [kind, other] = [getString(part, 'kind') ?? '', getString(whole, 'kind') ?? '']
    if (!MEASURE_KINDS.some(one => one === kind) || !MEASURE_KINDS.some(one => one === other)) return
    const field = (node: MapNode): string | undefined => (kind === 'count' ? undefined : getString(node, 'of'))
    if (kind !== other || !WHOLES.has(kind) || field(part) !== field(whole))
      this.#say(
        'in',
        `部分（${kind}）与整体（${other}）要同样数：都是 count、都是 stock，或同一字段的 sum、distinct`,
        `The part (${kind}) and the whole (${other}) are counted alike: count, stock, sum or distinct of one field`,
      )
    else this.#within(part, whole)
  }

  #member(key: 'of' | 'in'): MapNode | undefined {
    const name = getString(this.#node, key)
    if (name === undefined) return undefined
    const others = [...this.#measures.keys()].filter(one => one !== this.#name)
    const found = name === this.#name ? undefined : this.#measures.get(name)
    if (!found)
      this.#say(key, `本统计没有指标“${name}”`, `This statistic has no measure "${name}"`, nearest(name, others))
    return found
  }

  #within(part: MapNode, whole: MapNode): void {
    if (isWithin(this.#statistic, this.#filters(part), this.#filters(whole))) return
    const [of, whole_] = [getString(this.#node, 'of') ?? '', getString(this.#node, 'in') ?? '']
    this.#say(
      'in',
      `${of} 数的不都在 ${whole_} 之内：${of} 的条件要包含 ${whole_} 的条件，否则占比会超过 100%`,
      `Not all that ${of} counts is within ${whole_}: ${of} needs the filters of ${whole_}, else a share exceeds 100 %`,
    )
  }

  #filters(measure: MapNode): ListFilters {
    const filters = getEntry(measure, 'filters')?.value
    return filters?.type === 'map' ? filtersOf(toValue(filters) as FilterValues) : {}
  }

  #circle(): void {
    const name = this.#name
    const seen = new Set<string>()
    const visit = (one: string): boolean => {
      if (seen.has(one)) return false
      seen.add(one)
      const node = this.#measures.get(one)
      return node !== undefined && partsIn(node).some(part => part === name || visit(part))
    }
    if (visit(name)) this.#say('value', 'value 绕回了自己', 'value comes back to itself')
  }
}

type Said = [zh: string, en: string, suggestion?: string | undefined]

const notPercent = (unit: string): Said | undefined =>
  unit === '%' ? undefined : ['占比的单位是 %', 'The unit of a share is %']

/** Units in which numbers are divided. */
const MULTIPLE = /^(?:百|千|万|百万|亿)./

/** A unit is that of the field, or so many times it: 万元 of 元. */
function unfitUnit(unit: string, field: KnownField | undefined): Said | undefined {
  const own = field?.unit
  const label = field?.label ?? ''
  if (own !== undefined) {
    if (own === unit || scaleOf(unit, own).scale !== undefined) return undefined
    const meant = nearest(unit, [own, `万${own}`])
    return [
      `字段“${label}”的单位是${own}，不能换算成${unit}，可写 ${own}、百${own}、万${own}、亿${own}`,
      `The field is in ${own}, which is not a part of ${unit}`,
      meant,
    ]
  }
  if (!MULTIPLE.test(unit)) return undefined
  return field
    ? [`字段“${label}”没有写单位，不能换算成${unit}`, `The field has no unit to be a part of ${unit}`]
    : [`条数不换算，单位不能写${unit}`, `Rows are counted one by one, not in ${unit}`]
}

/** Names of the measures that one is worked out of; none where it cannot be read, which expression tells. */
function partsIn(node: MapNode): string[] {
  const { kind, of, in: whole, value } = toValue(node) as Record<string, unknown>
  if (kind === 'share') return [of, whole].map(String)
  if (kind !== 'derived' || typeof value !== 'string') return []
  try {
    return partsOf({ name: '', label: '', kind, value, filters: {} })
  } catch {
    return []
  }
}
