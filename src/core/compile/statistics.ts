import type { ListTab } from '../contract/configuration.ts'
import {
  addsField,
  type DimensionModel,
  type ListFilters,
  type MeasureModel,
  type StatisticModel,
} from '../contract/statistics.ts'
import { rangeKeys } from '../contract/api.ts'
import type { DimensionDoc, FieldDoc, FilterValues, MeasureDoc, StatisticDoc } from '../model/documents.ts'
import { NUMBER_KINDS } from '../model/field/traits.ts'
import type { Scope } from '../model/scope.ts'
import { GRAINS } from '../period/units.ts'
import { isAbstract } from '../overlay/pages.ts'
import { namesOf } from '../overlay/project.ts'
import type { Resolver } from '../overlay/resolve.ts'
import { shortName } from '../source/document.ts'
import { getEntry, getString, isFalse, toValue, type MapNode, type Node } from '../source/node.ts'
import { asTabText, listTabsOf } from './list-tabs.ts'

/** Made of these trees alone, and asked for by every widget that draws it. */
const known = new WeakMap<MapNode, WeakMap<MapNode, WeakMap<object, StatisticModel>>>()
const NO_LIST = {}

/** A statistic with the facts of its entity's fields; undefined where the scope has none of this name. */
export function statisticIn(resolver: Resolver, name: string, scope: Scope): StatisticModel | undefined {
  const node = resolver.resolve(`statistics/${name}`, scope)?.node
  const entity = node && resolver.entity(getString(node, 'entity') ?? '', scope)?.node
  if (!node || !entity || isAbstract(node)) return undefined
  const page = getString(node, 'list') ?? getString(entity, 'list')
  const list = page === undefined ? undefined : resolver.resolve(`pages/${page}`, scope)?.node
  // regions have entities and lists of their own: one statistic, several models
  const models = once(
    once(known, node, () => new WeakMap<MapNode, WeakMap<object, StatisticModel>>()),
    entity,
    () => new WeakMap<object, StatisticModel>(),
  )
  return once(models, list ?? NO_LIST, () =>
    modelOf(name, node, entity, page === undefined ? undefined : { page, node: list }),
  )
}

function once<K extends object, V>(values: WeakMap<K, V>, key: K, make: () => V): V {
  let value = values.get(key)
  if (value === undefined) values.set(key, (value = make()))
  return value
}

function modelOf(
  name: string,
  node: MapNode,
  entity: MapNode,
  behind: { page: string; node: MapNode | undefined } | undefined,
): StatisticModel {
  const fields = new Fields(entity)
  const time = getString(node, 'time')
  const rollup = getEntry(node, 'rollup')?.value
  const filters = filtersOf((toValue(node) as Partial<StatisticDoc>).filters)
  return {
    name,
    label: getString(node, 'label') ?? name,
    entity: getString(entity, 'entity') ?? '',
    ...(behind ? listBehind(behind.page, behind.node, filters) : {}),
    ...(time === undefined ? {} : { time }),
    filters,
    dimensions: {
      ...Object.fromEntries(
        members(node, 'dimensions').map(([key, value]) => [key, dimensionOf(key, docOf<DimensionDoc>(value), fields)]),
      ),
      ...(time === undefined ? {} : timesOf(time)),
    },
    measures: Object.fromEntries(
      members(node, 'measures').map(([key, value]) => [key, measureOf(key, docOf<MeasureDoc>(value), fields)]),
    ),
    ...(rollup ? { rollup: toValue(rollup) as { by: string[]; also?: string[] } } : {}),
  }
}

/** Names of the statistics that a scope has, those alone that can be asked. */
export const statisticNames = (resolver: Resolver, scope: Scope): string[] =>
  namesOf(resolver.project, 'statistic').flatMap(name => {
    const node = resolver.resolve(name, scope)?.node
    return node && !isAbstract(node) ? [shortName(name)] : []
  })

/** Members of a named map that are not left out. */
function members(node: MapNode, key: string): [string, Node][] {
  const map = getEntry(node, key)?.value
  if (map?.type !== 'map') return []
  return [...map.entries].flatMap(([name, { value }]): [string, Node][] => (isFalse(value) ? [] : [[name, value]]))
}
const docOf = <D>(value: Node): Partial<D> => (value.type === 'map' ? (toValue(value) as Partial<D>) : {})

/** Facts of an entity's fields by name. */
class Fields {
  readonly #node: Node | undefined
  readonly #entity: MapNode
  constructor(entity: MapNode) {
    this.#node = getEntry(entity, 'fields')?.value
    this.#entity = entity
  }
  /** Entities whose record's key this field holds: its own, as its key, and those that `record` of a field leads to. */
  named(name: string): string[] {
    const own = getString(this.#entity, 'key') === name ? [getString(this.#entity, 'entity') ?? ''] : []
    const all = this.#node?.type === 'map' ? [...this.#node.entries.values()] : []
    const led = all.flatMap(({ value }) => {
      const record = getEntry(value, 'record')?.value
      return getString(record, 'key') === name ? (getString(record, 'entity') ?? []) : []
    })
    return [...new Set([...own, ...led])]
  }
  get(name: string): Partial<FieldDoc> {
    const field = getEntry(this.#node, name)?.value
    return field?.type === 'map' ? (toValue(field) as Partial<FieldDoc>) : {}
  }
}

/** The list page with its call, and the tab that leaves nothing of the statistic's rows out. */
function listBehind(page: string, node: MapNode | undefined, filters: ListFilters): Pick<StatisticModel, 'list'> {
  const call = getString(node, 'source')
  if (!node || call === undefined || getString(node, 'kind') !== 'list') return {}
  const whole = wholeTab(listTabsOf(node).tabs ?? [], filters)
  return { list: { page, call, ...(whole ? { tab: whole.name } : {}) } }
}

/** A tab without filters, or else one whose filters the statistic has as well. */
export function wholeTab(tabs: readonly ListTab[], filters: ListFilters): ListTab | undefined {
  const isOwn = ({ filters: fixed }: ListTab): boolean =>
    Object.entries(fixed).every(([name, value]) => 'value' in value && asTabText(filters[name]) === value.value)
  return tabs.find(({ filters: fixed }) => Object.keys(fixed).length === 0) ?? tabs.find(isOwn)
}

/** As a list request has them: texts, and lists of texts. */
export const filtersOf = (filters: FilterValues = {}): ListFilters =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value === null || value === false || name.startsWith('$')
        ? []
        : [[name, Array.isArray(value) ? value.map(String) : String(value)]],
    ),
  )

const TIME_LABELS: Record<(typeof GRAINS)[number], string> = {
  day: '日期',
  week: '周',
  month: '月份',
  quarter: '季度',
  year: '年份',
}

const timesOf = (field: string): Record<string, DimensionModel> =>
  Object.fromEntries(
    GRAINS.map(grain => [
      grain,
      { name: grain, label: TIME_LABELS[grain], kind: 'time' as const, grain, field, empty: '未注明' },
    ]),
  )

function kindOf({ kind }: Partial<FieldDoc>): DimensionModel['kind'] {
  if (kind === 'area' || kind === 'flag' || kind === 'ref') return kind
  if (kind === 'dict' || kind === 'status') return 'dict'
  return NUMBER_KINDS.has(kind ?? '') ? 'band' : 'text'
}

function dimensionOf(name: string, doc: Partial<DimensionDoc>, fields: Fields): DimensionModel {
  const field = doc.field ?? name
  const facts = fields.get(field)
  const names = fields.named(field)
  const dict = facts.dict ?? (facts.workflow === undefined ? undefined : `workflow/${facts.workflow}`)
  return {
    name,
    label: doc.label ?? facts.label ?? name,
    kind: kindOf(facts),
    ...(dict === undefined ? {} : { dict }),
    field,
    ...(facts.ref === undefined ? {} : { ref: facts.ref }),
    ...(names.length > 0 ? { names } : {}),
    ...(facts.multiple === true ? { multiple: true as const } : {}),
    empty: doc.empty ?? '未注明',
    ...(doc.bands ? { bands: doc.bands } : {}),
    ...(doc.ordered === true ? { ordered: true as const } : {}),
    ...(doc.atLeast === undefined ? {} : { atLeast: doc.atLeast }),
  }
}

/** Digits behind the point where the file does not say. */
const DIGITS: Partial<Record<MeasureModel['kind'], number>> = { count: 0, distinct: 0, stock: 0, share: 1 }

function measureOf(name: string, doc: Partial<MeasureDoc>, fields: Fields): MeasureModel {
  const kind = doc.kind ?? 'count'
  const { label, unit, digits, ...rest } = doc
  const adds = addsField({ kind, ...(doc.of === undefined ? {} : { of: doc.of }) })
  const field = adds || kind === 'average' ? fields.get(doc.of ?? '') : {}
  const of = kind === 'share' ? '%' : field.unit
  return {
    ...rest,
    name,
    label: label ?? name,
    kind,
    digits: digits ?? (adds ? undefined : DIGITS[kind]) ?? (adds && field.kind === 'int' ? 0 : 2),
    ...scaleOf(unit, field.unit),
    ...((unit ?? of) ? { unit: unit ?? of } : {}),
    filters: filtersOf(doc.filters),
  }
}

/** 万元 of a field in 元: one ten-thousandth. */
const MULTIPLES: Readonly<Record<string, number>> = { 百: 100, 千: 1_000, 万: 10_000, 百万: 1_000_000, 亿: 100_000_000 }
export function scaleOf(unit: string | undefined, of: string | undefined): { scale?: number } {
  if (unit === undefined || of === undefined || unit === of || !unit.endsWith(of)) return {}
  const scale = MULTIPLES[unit.slice(0, -of.length)]
  return scale === undefined ? {} : { scale }
}

/** Fields of which a list must be able to show the filter: those of measures, dimensions and the time. */
export function filteredFields(model: StatisticModel): string[] {
  const keys = [model.filters, ...Object.values(model.measures).map(({ filters }) => filters)].flatMap(filters =>
    Object.keys(filters),
  )
  return [
    ...new Set([
      ...keys,
      ...Object.values(model.dimensions).map(({ field }) => field),
      ...(model.time === undefined ? [] : rangeKeys(model.time).slice(0, 1)),
    ]),
  ]
}
