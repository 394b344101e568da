import {
  isDaysAgo,
  readRule,
  writeRule,
  type Rule,
  type RuleTest,
  type RuleValue,
} from '../../../core/expression/rule.ts'
import type { RuleFields } from '../../../core/contract/rules.ts'
import { DATE_KINDS, NUMBER_KINDS } from '../../../core/model/field/traits.ts'
import type { FieldKind } from '../../../core/model/documents.ts'
import { areaPrefix } from '../../../core/model/scope.ts'

/** A rule as lines of a form: all of them hold, or any. */
export interface RuleLines {
  join: 'all' | 'any'
  lines: RuleLine[]
}
export interface RuleLine {
  field: string
  operator: LineOperator
  value: unknown
}
export type RuleField = RuleFields['fields'][number]

/** What a line says, in the words of the form; a test of the language with the value that it takes. */
export const LINE_WORDS = {
  '==': '等于',
  '!=': '不等于',
  '>': '大于',
  '>=': '不小于',
  '<': '小于',
  '<=': '不大于',
  contains: '包含',
  startsWith: '开头是',
  endsWith: '结尾是',
  in: '属于',
  notIn: '不属于',
  since: '不早于',
  before: '早于',
  recent: '在最近',
  old: '已超过',
  within: '在（含下级）',
  has: '已填写',
  hasNot: '没有填写',
} as const
export type LineOperator = keyof typeof LINE_WORDS

const FILLED: LineOperator[] = ['has', 'hasNot']
/** Operators of a kind of field, the usual one first. */
export function operatorsOf(kind: FieldKind): LineOperator[] {
  if (kind === 'date') return ['since', 'before', 'recent', 'old', '==', ...FILLED]
  if (kind === 'datetime') return ['since', 'before', 'recent', 'old', ...FILLED]
  if (NUMBER_KINDS.has(kind)) return ['>=', '<=', '>', '<', '==', '!=', ...FILLED]
  if (kind === 'flag') return ['==', ...FILLED]
  if (kind === 'dict' || kind === 'status') return ['in', 'notIn', ...FILLED]
  if (kind === 'ref') return ['==', '!=', ...FILLED]
  if (kind === 'area') return ['within', ...FILLED]
  return ['contains', '==', '!=', 'startsWith', 'endsWith', ...FILLED]
}
export const takesValue = (operator: LineOperator): boolean => !FILLED.includes(operator)
export const takesDays = (operator: LineOperator): boolean => operator === 'recent' || operator === 'old'

const AREA_DIGITS = 6
type KindOf = (field: string) => FieldKind | undefined

/** The lines that say what a text does; undefined for one that is more than lines, or no rule. */
export function linesOf(text: string, kindOf: KindOf): RuleLines | undefined {
  if (text.trim() === '') return { join: 'all', lines: [] }
  try {
    const rule = readRule(text)
    const join = 'any' in rule ? 'any' : 'all'
    const parts = 'any' in rule ? rule.any : 'all' in rule ? rule.all : [rule]
    const lines = parts.map(part => lineOf(part, kindOf))
    return lines.every(line => line !== undefined) ? { join, lines } : undefined
  } catch {
    return undefined
  }
}

function lineOf(rule: Rule, kindOf: KindOf): RuleLine | undefined {
  if ('not' in rule) {
    const line = 'field' in rule.not ? lineOf(rule.not, kindOf) : undefined
    if (line?.operator === 'has') return { ...line, operator: 'hasNot' }
    return line?.operator === 'in' ? { ...line, operator: 'notIn' } : undefined
  }
  if (!('field' in rule)) return undefined
  const kind = kindOf(rule.field)
  const line = kind && testLine(rule, kind)
  return line && operatorsOf(kind).includes(line.operator) ? line : undefined
}

function testLine({ field, operator, value }: RuleTest, kind: FieldKind): RuleLine | undefined {
  const line = (word: LineOperator, shown: unknown = value): RuleLine => ({ field, operator: word, value: shown })
  if (operator === 'has') return line('has', undefined)
  if (isDaysAgo(value)) return dayLine(operator, value.daysAgo, line)
  if (kind === 'dict' || kind === 'status') {
    if (operator === '==' || operator === 'in') return line('in', [value].flat().join(','))
    return operator === '!=' ? line('notIn', [value].flat().join(',')) : undefined
  }
  if (kind === 'area')
    return operator === 'startsWith' ? line('within', String(value).padEnd(AREA_DIGITS, '0')) : undefined
  if (DATE_KINDS.has(kind) && operator === '>=') return line('since')
  if (DATE_KINDS.has(kind) && operator === '<') return line('before')
  return Array.isArray(value) || operator === 'in' ? undefined : line(operator)
}

function dayLine(operator: string, days: number, line: (word: LineOperator, shown: unknown) => RuleLine) {
  if (operator === '>=') return line('recent', days)
  return operator === '<' ? line('old', days) : undefined
}

/** The text of lines; one whose value is not filled in yet is written as well, so that saving complains of it. */
export function textOf({ join, lines }: RuleLines, kindOf: KindOf): string {
  const tests = lines.filter(({ field }) => field !== '').map(line => ruleOf(line, kindOf(line.field) ?? 'text'))
  const [only, ...others] = tests
  if (!only) return ''
  return writeRule(others.length === 0 ? only : join === 'all' ? { all: tests } : { any: tests })
}

function ruleOf({ field, operator, value }: RuleLine, kind: FieldKind): Rule {
  const given = valueOf(value, kind)
  const days = { daysAgo: Number(value) }
  const isGiven = given !== ''
  switch (operator) {
    case 'has':
      return { field, operator: 'has' }
    case 'hasNot':
      return { not: { field, operator: 'has' } }
    case 'in':
      return { field, operator: 'in', value: String(value ?? '').split(',') }
    case 'notIn':
      return { not: { field, operator: 'in', value: String(value ?? '').split(',') } }
    case 'since':
      return { field, operator: '>=', value: given }
    case 'before':
      return { field, operator: '<', value: given }
    case 'recent':
      return { field, operator: '>=', value: isGiven ? days : '' }
    case 'old':
      return { field, operator: '<', value: isGiven ? days : '' }
    case 'within':
      return { field, operator: 'startsWith', value: isGiven ? areaPrefix(String(value)) : '' }
    default:
      return { field, operator, value: given }
  }
}

function valueOf(value: unknown, kind: FieldKind): RuleValue {
  const text = String(value ?? '')
  if (text === '') return ''
  return NUMBER_KINDS.has(kind) || kind === 'flag' ? Number(text) : text
}
