import { NOT, ONLY, partsOf, wordProblem, type WordProblem } from '../../contract/filter-words.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import type { FieldKind } from '../../model/documents.ts'
import { FIELD_TRAITS } from '../../model/field/traits.ts'
import { readerOf } from '../../model/field/values.ts'
import { isExpression } from '../../model/field/written.ts'
import { isEmpty, isFalse, toValue, type Node } from '../../source/node.ts'
import { filterNames, filterTarget, type KnownField, type KnownFields } from './known-fields.ts'
import type { RuleReport } from './rule.ts'
import type { ScopeView } from './scope-view.ts'

type Typed = KnownField & { kind: FieldKind }

/** Filters that a file writes: which rows are counted. They mean the same for everybody, so nothing is worked out. */
export function checkWrittenFilters(
  filters: Node | undefined,
  fields: KnownFields,
  view: ScopeView,
  report: RuleReport,
): void {
  if (filters?.type !== 'map' || fields.size === 0) return
  for (const [name, entry] of filters.entries) {
    if (isFalse(entry.value) || isEmpty(entry.value)) continue
    const target = filterTarget(name, fields)
    const problem = target ? unfiltered(target.field) : missing(name, fields)
    if (problem) report({ origin: entry.keyOrigin, ...problem })
    else if (target?.field.kind !== undefined)
      checkValue(entry.value, { ...target.field, kind: target.field.kind }, target.isEnd, { view, report })
  }
}

type Said = { zh: string; en: string; suggestion?: string | undefined }

const missing = (name: string, fields: KnownFields): Said => ({
  zh: `没有字段“${name}”，不能作筛选条件`,
  en: `There is no field "${name}" to filter by`,
  suggestion: nearest(name, filterNames(fields)),
})

function unfiltered({ name, kind, secret, label = name }: KnownField): Said | undefined {
  if (secret !== true && (kind === undefined || FIELD_TRAITS[kind].filter !== 'none')) return undefined
  return { zh: `名单不能按“${label}”（${name}）筛选`, en: `No list can be filtered by ${name}` }
}

interface Around {
  view: ScopeView
  report: RuleReport
}

function checkValue(value: Node, field: Typed, isEnd: boolean, around: Around): void {
  const { report } = around
  if (value.type === 'map') return
  if (isEnd) return checkEnd(value, field, report)
  const wrong = wordProblem(field, toValue(value), true)
  if (wrong) return report({ origin: originOf(value, wrong.word), ...saidOf(wrong, field) })
  for (const item of value.type === 'list' ? value.items : [value]) checkKeys(item, field, around)
}

/** An end of a range is one value of the field. */
function checkEnd(value: Node, { name, label = name, kind }: Typed, report: RuleReport): void {
  const text = value.type === 'scalar' ? String(value.value) : undefined
  if (text !== undefined && (isExpression(text) || readerOf({ kind })(text) !== undefined)) return
  report({
    origin: value.origin,
    zh: `“${label}”的范围写一个${kind === 'date' || kind === 'datetime' ? '日期，如 2026-01-31' : '数'}`,
    en: `An end of the range of ${name} is one ${kind === 'date' || kind === 'datetime' ? 'day' : 'number'}`,
  })
}

const originOf = (value: Node, word: string): Node['origin'] =>
  (value.type === 'list' ? value.items.find(item => item.type === 'scalar' && item.value === word) : undefined)?.origin
  ?? value.origin

function saidOf({ word, why }: WordProblem, { name, label = name }: Typed): Said {
  if (why === 'unknown')
    return {
      zh: `筛选没有“${word}”这个词，已有：$empty、$not、$only`,
      en: `Filters have no word ${word}; there are: $empty, $not, $only`,
      suggestion: nearest(word, ['$empty', NOT, ONLY]),
    }
  if (why === 'kind') return { zh: `“${label}”不能用 ${word} 筛选`, en: `${name} cannot be filtered by ${word}` }
  return { zh: `${word} 后面要写值`, en: `${word} needs a value behind it` }
}

function checkKeys(item: Node, field: Typed, { view, report }: Around): void {
  if (item.type !== 'scalar' || item.value === null || isExpression(item.value)) return
  const known = keysOf(field, view)
  for (const text of partsOf(field, item.value)) {
    if (text.startsWith('$') || fitsKind(text, field, known)) continue
    const { name, label = name } = field
    report({
      origin: item.origin,
      zh: `“${label}”没有取值“${text}”`,
      en: `${name} has no value "${text}"`,
      suggestion: known && nearest(text, known),
    })
  }
}

function keysOf({ kind, dict, workflow }: Typed, view: ScopeView): ReadonlySet<string> | undefined {
  if (kind === 'flag') return FLAGS
  const of = dict ?? (workflow === undefined ? undefined : `workflow/${workflow}`)
  return of === undefined ? undefined : view.entries(of)
}
/** What a flag can be. */
export const FLAGS: ReadonlySet<string> = new Set(['0', '1'])
const AREA = /^\d{2,12}$/

function fitsKind(text: string, field: Typed, known: ReadonlySet<string> | undefined): boolean {
  if (known) return known.has(text)
  return field.kind === 'area' ? AREA.test(text) : readerOf(field)(text) !== undefined
}
