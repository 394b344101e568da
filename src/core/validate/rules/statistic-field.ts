import { nearest } from '../../diagnostic/nearest.ts'
import type { Origin } from '../../diagnostic/diagnostic.ts'
import { DATE_KINDS, FILE_KINDS, NUMBER_KINDS, STRUCTURE_KINDS } from '../../model/field/traits.ts'
import { GRAINS } from '../../period/units.ts'
import { getEntry, getString, type Entry, type Node } from '../../source/node.ts'
import type { KnownField } from '../facts/known-fields.ts'
import { mapsIn, membersIn, statisticsOf, type StatisticFacts } from '../facts/statistic-facts.ts'
import { checkWrittenFilters } from '../facts/written-filters.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const statisticField: Rule = {
  code: 'statistic-field',
  about: {
    zh:
      '统计的 time 是日期字段，维度是能分组的字段（数值要写 bands，遮盖的、长文字、文件、结构不能），of 是能算的字段；'
      + '筛选条件是能筛选的字段和它们的取值',
    en:
      'The time of a statistic is a date, its dimensions can be grouped by (numbers need bands; no masked, long, file '
      + 'or structure fields), of is a field that can be counted so; filters are fields with values that they can have',
  },
  alone: true,
  check: (context, report) => {
    for (const statistic of statisticsOf(context)) {
      const { node, fields, view } = statistic
      checkTime(statistic, report)
      for (const [name, entry] of membersIn(node, 'dimensions')) checkDimension(name, entry, statistic, report)
      for (const [, measure] of mapsIn(node, 'measures')) {
        checkOf(getString(measure, 'kind'), getEntry(measure, 'of')?.value, statistic, report)
        checkWrittenFilters(getEntry(measure, 'filters')?.value, fields, view, report)
      }
      checkWrittenFilters(getEntry(node, 'filters')?.value, fields, view, report)
    }
  },
}

function lacks(name: string, origin: Origin, { fields, entity }: StatisticFacts, report: RuleReport): void {
  const of = getString(entity, 'label') ?? ''
  report({
    origin,
    zh: `实体“${of}”没有字段“${name}”`,
    en: `The entity ${getString(entity, 'entity') ?? ''} has no field "${name}"`,
    suggestion: nearest(name, fields.keys()),
  })
}

function checkTime(statistic: StatisticFacts, report: RuleReport): void {
  const value = getEntry(statistic.node, 'time')?.value
  const name = getString(statistic.node, 'time')
  if (!value || name === undefined) return
  const field = statistic.fields.get(name)
  if (!field) lacks(name, value.origin, statistic, report)
  else if (field.secret === true || (field.kind !== undefined && !DATE_KINDS.has(field.kind)))
    report({
      origin: value.origin,
      zh: `“${field.label ?? name}”不是日期，不能按它分期`,
      en: `${name} is no date to cut periods by`,
      suggestion: nearest(
        name,
        [...statistic.fields].flatMap(([one, { kind }]) => (isDate(kind) ? one : [])),
      ),
    })
}
const isDate = (kind: string | undefined): boolean => DATE_KINDS.has(kind ?? '')

function checkDimension(
  name: string,
  { keyOrigin, value }: Entry,
  statistic: StatisticFacts,
  report: RuleReport,
): void {
  const written = getEntry(value, 'field')?.value
  const fieldName = getString(value, 'field') ?? name
  const field = statistic.fields.get(fieldName)
  const origin = written?.origin ?? keyOrigin
  if (getString(statistic.node, 'time') !== undefined && (GRAINS as readonly string[]).includes(name))
    return report({
      origin: keyOrigin,
      zh: `有 time 的统计自有维度 ${name}，请换一个名字`,
      en: `A statistic with time has a dimension ${name} of its own; take another name`,
    })
  if (!field) return lacks(fieldName, origin, statistic, report)
  const problem = ungrouped(field)
  if (problem) report({ origin, zh: `“${field.label ?? fieldName}”${problem[0]}`, en: `${fieldName} ${problem[1]}` })
  else {
    checkBands(field, value, keyOrigin, report)
    checkOrdered(field, value, report)
  }
}

function checkOrdered({ kind, label, name }: KnownField, dimension: Node, report: RuleReport): void {
  const ordered = getEntry(dimension, 'ordered')?.value
  if (ordered?.type !== 'scalar' || ordered.value !== true || kind === undefined || DICTIONARY_KINDS.has(kind)) return
  report({
    origin: ordered.origin,
    zh: `“${label ?? name}”不是字典字段，没有字典的顺序，不写 ordered`,
    en: `${name} has no dictionary whose order it could be in`,
  })
}
const DICTIONARY_KINDS: ReadonlySet<string> = new Set(['dict', 'status'])

/** Why rows cannot be told apart by a field: Chinese, English. */
function ungrouped({ kind, secret, mask, search, maxLength }: KnownField): [string, string] | undefined {
  if (kind === undefined) return undefined
  if (secret === true) return ['不给人看，不能作维度', 'is shown to nobody and is no dimension']
  if (mask !== undefined) return ['是遮盖的（人名、电话），不能作维度', 'is masked and is no dimension']
  if (DATE_KINDS.has(kind))
    return ['是日期：写成统计的 time，按 month 等分组', 'is a date: make it the time, and group by month and the like']
  if (FILE_KINDS.has(kind) || STRUCTURE_KINDS.has(kind) || kind === 'longText' || kind === 'url')
    return ['不能作维度：几乎每条都不同', 'is no dimension: nearly all rows differ']
  if (kind === 'text' && (maxLength ?? 0) > LONGEST && search !== 'exact')
    return [`超过 ${LONGEST} 个字，不能作维度`, `may have more than ${LONGEST} characters and is no dimension`]
  return undefined
}
/** Characters of a text that names a group; what is longer tells one row, not many. */
const LONGEST = 200

function checkBands(field: KnownField, dimension: Node, keyOrigin: Origin, report: RuleReport): void {
  const bands = getEntry(dimension, 'bands')?.value
  const isNumber = NUMBER_KINDS.has(field.kind ?? '')
  const label = field.label ?? field.name
  if (!bands) {
    if (isNumber)
      report({
        origin: keyOrigin,
        zh: `“${label}”是数，作维度要写 bands（分段的界限）`,
        en: `${field.name} is a number: as a dimension it needs bands`,
      })
    return
  }
  if (!isNumber && field.kind !== undefined)
    report({
      origin: bands.origin,
      zh: `“${label}”不是数，不能分段`,
      en: `${field.name} is no number and has no bands`,
    })
  const limits = bands.type === 'list' ? bands.items.flatMap(item => (item.type === 'scalar' ? [item] : [])) : []
  const wrong = limits.find((item, i) => i > 0 && Number(limits[i - 1]!.value) >= Number(item.value))
  if (wrong)
    report({ origin: wrong.origin, zh: 'bands 要从小到大，不重复', en: 'bands go from small to large, each once' })
}

const OF_FIELDS: ReadonlySet<string> = new Set(['sum', 'average', 'distinct', 'stock'])

/** What distinct, sum, average and the stock of an amount are of. */
function checkOf(kind: string | undefined, of: Node | undefined, statistic: StatisticFacts, report: RuleReport): void {
  if (of?.type !== 'scalar' || !(kind !== undefined && OF_FIELDS.has(kind))) return
  const name = String(of.value)
  const field = statistic.fields.get(name)
  if (!field) return lacks(name, of.origin, statistic, report)
  const problem = kind === 'distinct' ? uncounted(field) : unsummed(field)
  if (!problem) return
  const numbers = [...statistic.fields].flatMap(([one, it]) => (NUMBER_KINDS.has(it.kind ?? '') ? one : []))
  report({
    origin: of.origin,
    zh: `“${field.label ?? name}”${problem[0]}`,
    en: `${name} ${problem[1]}`,
    suggestion: kind === 'distinct' ? undefined : nearest(name, numbers),
  })
}

function uncounted({ kind, secret }: KnownField): [string, string] | undefined {
  if (secret === true) return ['不给人看，不能统计', 'is shown to nobody']
  const isMany = FILE_KINDS.has(kind ?? '') || STRUCTURE_KINDS.has(kind ?? '')
  return isMany ? ['不能数有几个不同的', 'cannot be counted once each'] : undefined
}
function unsummed({ kind, secret }: KnownField): [string, string] | undefined {
  if (secret === true) return ['不给人看，不能统计', 'is shown to nobody']
  return kind === undefined || NUMBER_KINDS.has(kind) ? undefined : ['不是数，不能求和、求平均', 'is no number']
}
