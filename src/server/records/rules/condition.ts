import { sql, type RawBuilder } from 'kysely'
import { isDaysAgo, type Rule, type RuleTest, type RuleValue } from '../../../core/expression/rule.ts'
import { compileExpression } from '../../../core/expression/index.ts'
import { escapeLike } from '../../access/row-scope.ts'
import { columnType } from '../../db/tables/column-types.ts'
import type { Entity } from '../../db/tables/models.ts'

type Condition = RawBuilder<boolean>

/**
 * A rule as a condition of the database. As in the language itself, what is empty equals nothing, is neither more nor
 * less than anything, and is unequal to everything; each test is therefore true or false, never null.
 */
export function ruleCondition(entity: Entity, rule: Rule, today: string): Condition {
  const of = (one: Rule): Condition => ruleCondition(entity, one, today)
  if ('all' in rule) return sql<boolean>`(${sql.join(rule.all.map(of), sql` and `)})`
  if ('any' in rule) return sql<boolean>`(${sql.join(rule.any.map(of), sql` or `)})`
  if ('not' in rule) return sql<boolean>`(not ${of(rule.not)})`
  return testCondition(entity, rule, today)
}

const MINUS = '=today.minusDays(days)'
const literal = (value: RuleValue, today: string): string | number | (string | number)[] =>
  isDaysAgo(value) ? String(compileExpression(MINUS)({ today, days: BigInt(value.daysAgo) })) : value

const COMPARES = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=`, '==': sql`=` } as const
const PATTERNS = {
  contains: (text: string) => `%${text}%`,
  startsWith: (text: string) => `${text}%`,
  endsWith: (text: string) => `%${text}`,
} as const

/** A number is none of the column's type: 5.5 may be compared with whole numbers. */
const parameter = (value: string | number): RawBuilder<unknown> =>
  typeof value === 'number' ? sql`${value}::numeric` : sql`${value}`

function testCondition(entity: Entity, { field, operator, value = '' }: RuleTest, today: string): Condition {
  const column = sql.ref(field)
  if (operator === 'has') {
    const isText = columnType(entity.byName.get(field) ?? { kind: 'text' }) === 'text'
    return isText ? sql<boolean>`coalesce(${column}, '') <> ''` : sql<boolean>`${column} is not null`
  }
  const wanted = [literal(value, today)].flat()
  if (operator === 'in')
    return wanted.length === 0
      ? sql<boolean>`false`
      : sql<boolean>`coalesce(${column} in (${sql.join(wanted.map(parameter))}), false)`
  const [one = ''] = wanted
  if (operator === '!=') return sql<boolean>`${column} is distinct from ${parameter(one)}`
  if (operator in PATTERNS) {
    const pattern = PATTERNS[operator as keyof typeof PATTERNS](escapeLike(String(one)))
    return sql<boolean>`coalesce(${column} like ${pattern}, false)`
  }
  return sql<boolean>`coalesce(${column} ${COMPARES[operator as keyof typeof COMPARES]} ${parameter(one)}, false)`
}
