import { sql, type RawBuilder } from 'kysely'
import { labelKey, rangeKeys } from '../../core/contract/api.ts'
import { exactly, noneOfThese, oneOfThese, writeWords, type Chosen } from '../../core/contract/filter-words.ts'
import type { DimensionModel, ListFilters } from '../../core/contract/statistics.ts'
import { areaPrefix, lengthBelow } from '../../core/model/scope.ts'
import { bucketsOf, type Bucket } from '../../core/period/buckets.ts'
import type { Days, Grain } from '../../core/period/units.ts'
import { hiddenAreas } from '../call/hidden-areas.ts'
import type { CallContext } from '../call/context.ts'
import { amongThese, grouped } from '../db/arrays.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { labelled } from '../records/read/labels.ts'

/** A dimension at work: how rows are told apart by it, and what each group is called and filtered by. */
export interface Grouping {
  dimension: DimensionModel
  /** the key of a row, a text; '' where there is no value */
  key: RawBuilder<string>
  /** of an area: so many characters of its code tell groups apart */
  digits?: number
  /** groups that are shown even if they are empty, in their order */
  all?: string[]
  filters(key: string): ListFilters
  /** rows of these groups, and rows of all others; absent where a list has no words for them */
  among?(keys: readonly string[]): ListFilters
  beside?(keys: readonly string[]): ListFilters
  labels(keys: readonly string[]): Promise<string[]>
}

export function groupingOf(
  call: CallContext,
  entity: Entity,
  dimension: DimensionModel,
  look: { home: string; days?: Days | undefined },
): Grouping {
  if (dimension.kind === 'time') return byTime(dimension, look.days)
  if (dimension.kind === 'area') return byArea(call, dimension, look.home)
  if (dimension.kind === 'band') return byBand(dimension)
  return byValue(call, entity, dimension)
}

const orEmpty = (dimension: DimensionModel, key: string, label: string | undefined): string =>
  key === '' ? dimension.empty : label || key

const FORMATS: Record<Grain, string> = {
  day: 'YYYY-MM-DD',
  week: 'IYYY-"W"IW',
  month: 'YYYY-MM',
  quarter: 'YYYY-"Q"Q',
  year: 'YYYY',
}

function byTime(dimension: DimensionModel, days: Days | undefined): Grouping {
  const grain = dimension.grain ?? 'month'
  const buckets = new Map((days ? bucketsOf(days, grain) : []).map(bucket => [bucket.key, bucket]))
  const [start, end] = rangeKeys(dimension.field)
  return {
    dimension,
    key: sql<string>`coalesce(to_char(${sql.ref(dimension.field)}, ${sql.lit(FORMATS[grain])}), '')`,
    all: [...buckets.keys()],
    filters: key => rangeOf(buckets.get(key), start, end),
    labels: async keys => keys.map(key => buckets.get(key)?.label ?? key),
  }
}
const rangeOf = (bucket: Bucket | undefined, start: string, end: string): ListFilters =>
  bucket ? { [start]: bucket.start, [end]: bucket.end } : {}

const CODE_LENGTH = 6

/**
 * The areas one level below, and rows of the area itself (本级); so too of areas above it, whose rows units below may
 * take part in.
 */
function byArea(call: CallContext, dimension: DimensionModel, home: string): Grouping {
  const below = lengthBelow(home)
  const own = home.padEnd(CODE_LENGTH, '0')
  const { field } = dimension
  const isItself = (key: string): boolean => key === own || (key !== '' && areaPrefix(key).length < below)
  const areas = (keys: readonly string[]): Chosen => ({
    keys: keys.filter(key => key !== '' && !isItself(key)),
    only: keys.filter(isItself),
    empty: keys.includes(''),
  })
  return {
    dimension,
    key: sql<string>`rpad(coalesce(left(${sql.ref(field)}, ${sql.lit(below)}), ''),
      case when ${sql.ref(field)} is null or ${sql.ref(field)} = '' then 0
        else greatest(${sql.lit(CODE_LENGTH)}, length(left(${sql.ref(field)}, ${sql.lit(below)}))) end, '0')`,
    digits: below,
    all: call.regions
      .nodesBelow(home, hiddenAreas(call))
      .map(({ areaCode }) => areaCode)
      .filter(code => isWithin(call, code)),
    filters: key => ({ [field]: key === '' ? oneOfThese('') : isItself(key) ? exactly(key) : key }),
    among: keys => ({ [field]: writeWords({ among: areas(keys) }) }),
    beside: keys => ({ [field]: writeWords({ except: areas(keys) }) }),
    labels: async keys =>
      keys.map(key =>
        isItself(key) ? `${call.regions.nameOf(key)}本级` : orEmpty(dimension, key, call.regions.nameOf(key)),
      ),
  }
}

const isWithin = ({ rows }: CallContext, code: string): boolean =>
  rows.customer.length === 0
  || rows.customer.some(prefix => code.startsWith(prefix) || prefix.startsWith(areaPrefix(code)))

/** Below the first limit, then from each limit to the next. */
function byBand(dimension: DimensionModel): Grouping {
  const { field, bands = [] } = dimension
  const column = sql.ref(field)
  const cases = bands.map((limit, i) => sql`when ${column} < ${sql.lit(limit)} then ${sql.lit(String(i))}`)
  const [start, , below] = rangeKeys(field)
  const [lower, upper] = [(i: number) => bands[i - 1], (i: number) => bands[i]]
  return {
    dimension,
    key: sql<string>`case when ${column} is null then '' ${sql.join(cases, sql` `)}
      else ${sql.lit(String(bands.length))} end`,
    all: [...bands.keys(), bands.length].map(String),
    filters: key => {
      if (key === '') return { [field]: oneOfThese('') }
      const [from, to] = [lower(Number(key)), upper(Number(key))]
      return {
        ...(from === undefined ? {} : { [start]: String(from) }),
        ...(to === undefined ? {} : { [below]: String(to) }),
      }
    },
    labels: async keys =>
      keys.map(key => (key === '' ? dimension.empty : bandLabel(lower(Number(key)), upper(Number(key))))),
  }
}

function bandLabel(from: number | undefined, to: number | undefined): string {
  if (from === undefined) return `不足 ${to}`
  return to === undefined ? `${from} 及以上` : `${from} 至不足 ${to}`
}

/** Codes, references, flags and whole texts. */
function byValue(call: CallContext, entity: Entity, dimension: DimensionModel): Grouping {
  const { field, multiple } = dimension
  const column = multiple ? sql.ref(`${field}#one`) : sql.ref(field)
  return {
    dimension,
    key: sql<string>`coalesce(${column}::text, '')`,
    filters: key => ({ [field]: oneOfThese(key) }),
    among: keys => ({ [field]: oneOfThese(...keys) }),
    beside: keys => ({ [field]: noneOfThese(...keys) }),
    labels: async keys => {
      const known = await namesOf(call, entity, dimension, keys)
      return keys.map(key => orEmpty(dimension, key, known.get(key)))
    },
  }
}

const FLAGS: ReadonlyMap<string, string> = new Map([
  ['0', '否'],
  ['1', '是'],
])

async function namesOf(
  call: CallContext,
  entity: Entity,
  { kind, dict, field }: DimensionModel,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (kind === 'flag') return FLAGS
  if (dict !== undefined) return new Map((call.scoped.dictionary(dict) ?? []).map(([key, label]) => [key, label]))
  const known = entity.byName.get(field)
  // a record's own key goes by its title
  const model = known && field === entity.key ? { ...known, kind: 'ref' as const, ref: entity.name } : known
  if (kind !== 'ref' && model === known) return new Map()
  const named = labelKey(field)
  const rows: TableRow[] = keys.filter(key => key !== '').map(key => ({ [field]: key }))
  const one = model ? { ...entity, fields: [model] } : entity
  const names = new Map((await labelled(call, one, rows)).map(row => [String(row[field]), String(row[named] ?? '')]))
  return toldApart(call, model?.ref, names)
}

/** Two units of one name are told apart by their areas: 执法大队（凤台县）. */
async function toldApart(
  call: CallContext,
  ref: string | undefined,
  names: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const target = ref === undefined ? undefined : call.entities().get(ref)
  // what somebody may not read has no name, and no area either
  const named = [...names].filter(([, name]) => name !== '')
  const alike = [...grouped(named, ([, name]) => name).values()].filter(({ length }) => length > 1).flat()
  if (!target?.areaField || alike.length === 0) return names
  const { key, areaField } = target
  const rows = await call.db
    .selectFrom(target.name)
    .select([key, areaField])
    .where(
      amongThese(
        key,
        alike.map(([one]) => one),
      ),
    )
    .execute()
  const areas = new Map(rows.map(row => [String(row[key]), call.regions.nameOf(String(row[areaField] ?? ''))]))
  return new Map([...names, ...alike.map(([one, name]): [string, string] => [one, withArea(name, areas.get(one))])])
}
const withArea = (name: string, area: string | undefined): string => (area ? `${name}（${area}）` : name)
