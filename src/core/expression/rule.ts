import type { ASTNode } from '@marcbachmann/cel-js'
import { expressionText } from '../model/field/written.ts'
import { astOf } from './compile.ts'
import { ExpressionError } from './error.ts'

/**
 * The part of the expression language that chooses rows: comparisons of a field with a value, joined by && and ||. The
 * same rule is drawn as lines of a form, and asked of the database as a condition.
 */
export const RULE_OPERATORS = ['==', '!=', '<', '<=', '>', '>=', 'in', 'contains', 'startsWith', 'endsWith'] as const
export type RuleOperator = (typeof RULE_OPERATORS)[number] | 'has'
/** so many days before today */
export interface DaysAgo {
  daysAgo: number
}
export type RuleValue = string | number | (string | number)[] | DaysAgo
/** `value` is left out of `has` alone */
export interface RuleTest {
  field: string
  operator: RuleOperator
  value?: RuleValue
}
export type Rule = { all: Rule[] } | { any: Rule[] } | { not: Rule } | RuleTest

export const isDaysAgo = (value: unknown): value is DaysAgo =>
  typeof value === 'object' && value !== null && 'daysAgo' in value

const SHAPE = 'rule_shape'
function fail(node: ASTNode): never {
  throw new ExpressionError(SHAPE, 'a rule compares fields of row with values', {
    start: node.range.start,
    end: node.range.end,
  })
}

/** @throws ExpressionError when the text is no expression, or more than a rule: then its code is rule_shape */
export const readRule = (text: string): Rule => ruleOf(astOf(expressionText(text)))

function ruleOf(node: ASTNode): Rule {
  if (node.op === '&&') return { all: node.args.flatMap(one => joined(ruleOf(one), 'all')) }
  if (node.op === '||') return { any: node.args.flatMap(one => joined(ruleOf(one), 'any')) }
  if (node.op === '!_') return { not: ruleOf(node.args) }
  if (node.op === 'call' && node.args[0] === 'has')
    return { field: fieldOf(node.args[1][0] ?? fail(node)), operator: 'has' }
  if (node.op === 'rcall') return method(node)
  if (node.op === 'in') return { field: fieldOf(node.args[0]), operator: 'in', value: listOf(node.args[1]) }
  const operator = RULE_OPERATORS.find(one => one === node.op)
  if (!operator) fail(node)
  const [left, right] = node.args as [ASTNode, ASTNode]
  return { field: fieldOf(left), operator, value: valueOf(right) }
}

/** `a && b && c` is one list, whatever its brackets. */
const joined = (rule: Rule, word: 'all' | 'any'): Rule[] =>
  word in rule ? (rule as Record<'all' | 'any', Rule[]>)[word] : [rule]

function method(node: Extract<ASTNode, { op: 'rcall' }>): RuleTest {
  const [name, on, [only, ...others]] = node.args
  const operator = RULE_OPERATORS.find(one => one === name)
  const value = only && valueOf(only)
  if (!operator || typeof value !== 'string' || others.length > 0) fail(node)
  return { field: fieldOf(on), operator, value }
}

function fieldOf(node: ASTNode): string {
  if (node.op !== '.' || node.args[0].op !== 'id' || node.args[0].args !== 'row') fail(node)
  return node.args[1]
}

function listOf(node: ASTNode): (string | number)[] {
  if (node.op !== 'list') fail(node)
  return node.args.map(one => {
    const value = valueOf(one)
    return typeof value === 'object' ? fail(one) : value
  })
}

function valueOf(node: ASTNode): RuleValue {
  if (node.op === '-_') {
    const value = valueOf(node.args)
    return typeof value === 'number' ? -value : fail(node)
  }
  if (node.op === 'id' && node.args === 'today') return { daysAgo: 0 }
  if (
    node.op === 'rcall'
    && node.args[0] === 'minusDays'
    && node.args[1].op === 'id'
    && node.args[1].args === 'today'
  ) {
    const days = node.args[2][0] && valueOf(node.args[2][0])
    return typeof days === 'number' ? { daysAgo: days } : fail(node)
  }
  if (node.op !== 'value') fail(node)
  if (typeof node.args === 'bigint') return Number(node.args)
  return typeof node.args === 'string' || typeof node.args === 'number' ? node.args : fail(node)
}

/** The tests of a rule, in their order. */
export function testsOf(rule: Rule): RuleTest[] {
  if ('all' in rule) return rule.all.flatMap(testsOf)
  if ('any' in rule) return rule.any.flatMap(testsOf)
  return 'not' in rule ? testsOf(rule.not) : [rule]
}

/** A rule as text of the expression language, which `readRule` reads as the same rule. */
export function writeRule(rule: Rule): string {
  if ('all' in rule) return rule.all.map(one => ('any' in one ? `(${writeRule(one)})` : writeRule(one))).join(' && ')
  if ('any' in rule) return rule.any.map(one => ('all' in one ? `(${writeRule(one)})` : writeRule(one))).join(' || ')
  if ('not' in rule)
    return isTest(rule.not) && rule.not.operator === 'has' ? `!${writeRule(rule.not)}` : `!(${writeRule(rule.not)})`
  const field = `row.${rule.field}`
  if (rule.operator === 'has') return `has(${field})`
  const value = valueText(rule.value ?? '')
  if (METHODS.has(rule.operator)) return `${field}.${rule.operator}(${value})`
  return `${field} ${rule.operator} ${value}`
}
const METHODS = new Set<string>(['contains', 'startsWith', 'endsWith'])
const isTest = (rule: Rule): rule is RuleTest => 'field' in rule

function valueText(value: RuleValue): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`
  if (isDaysAgo(value)) return value.daysAgo === 0 ? 'today' : `today.minusDays(${value.daysAgo})`
  return typeof value === 'number' ? String(value) : `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`
}
