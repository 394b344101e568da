import { checkExpression } from '../../../core/expression/check.ts'
import { ExpressionError } from '../../../core/expression/error.ts'
import { isDaysAgo, readRule, testsOf, type RuleTest } from '../../../core/expression/rule.ts'
import { shapeOfFields, type ExpressionEnv, type Shape } from '../../../core/expression/shape.ts'
import type { DictionaryEntries } from '../../../core/contract/configuration.ts'
import type { RuleProblem } from '../../../core/contract/rules.ts'
import { DATE_KINDS, NUMBER_KINDS, TEXT_KINDS } from '../../../core/model/field/traits.ts'
import { readerOf } from '../../../core/model/field/values.ts'
import type { FieldModel } from '../../db/tables/models.ts'

export type Entries = (dictionary: string) => DictionaryEntries | undefined

export const dictionaryOf = ({ dict, workflow }: Pick<FieldModel, 'dict' | 'workflow'>): string | undefined =>
  dict ?? (workflow === undefined ? undefined : `workflow/${workflow}`)

const NO_MEMBERS: Shape = { type: 'string', members: new Map() }

function environment(fields: readonly FieldModel[], entries: Entries): ExpressionEnv {
  const known = fields.map(({ name, kind, dict, workflow }) => {
    const list = entries(dictionaryOf({ ...(dict ? { dict } : {}), ...(workflow ? { workflow } : {}) }) ?? '')
    return { name, kind, multiple: false, ...(list ? { texts: new Set(list.map(([key]) => key)) } : {}) }
  })
  // an area filter takes the beginning of a code, and a flag's values are judged with all others below
  const { members, texts } = shapeOfFields(known)
  return {
    result: 'bool',
    variables: new Map([
      ['row', { members, ...(texts ? { texts } : {}) }],
      ['today', NO_MEMBERS],
    ]),
  }
}

/** Longest rule: a form has a dozen lines. */
const LONGEST = 2000

/** What is wrong with the text of a rule over these fields; undefined if it can be used. */
export function ruleProblem(text: string, fields: readonly FieldModel[], entries: Entries): RuleProblem | undefined {
  const whole = (code: string, message: string): RuleProblem => ({ code, message, start: 0, end: text.length })
  if (text.length > LONGEST) return whole('rule-long', `规则不能超过${LONGEST}个字`)
  const empty = emptyTest(text)
  const blank = empty && fields.find(({ name }) => name === empty.field)
  if (blank) return whole('rule-value', `${blank.label}没有填写值；查没有填的写 !has(row.${blank.name})`)
  const [first] = checkExpression(text, environment(fields, entries))
  if (first) {
    const meant = first.suggestion === undefined ? '' : `，是不是“${first.suggestion}”`
    return {
      code: `rule-${first.code.replaceAll('_', '-')}`,
      message: first.zh + meant,
      start: first.start,
      end: first.end,
    }
  }
  try {
    const byName = new Map(fields.map(field => [field.name, field]))
    for (const test of testsOf(readRule(text))) {
      const problem = testProblem(test, byName.get(test.field))
      if (problem) return whole(...problem)
    }
    return undefined
  } catch (cause) {
    const { range } = ExpressionError.of(cause)
    return { ...whole('rule-shape', '规则只能用字段与值比较，用 &&、||、! 相连，如 row.score < 3'), ...range }
  }
}

/** A line of the form whose value is not filled in; what is no rule has none. */
function emptyTest(text: string): RuleTest | undefined {
  try {
    return testsOf(readRule(text)).find(({ operator, value }) => operator !== 'has' && [value].flat().includes(''))
  } catch {
    return undefined
  }
}

const ORDERS = new Set(['<', '<=', '>', '>='])
const WITHIN = new Set(['contains', 'startsWith', 'endsWith'])
/** What compares a moment with a day: from it on, and before it. */
const OF_MOMENTS = new Set(['>=', '<'])
const MOST_DAYS = 36_500

type Said = [code: string, message: string]

function testProblem({ field: name, operator, value }: RuleTest, field: FieldModel | undefined): Said | undefined {
  if (!field) return ['rule-unknown-member', `没有字段“${name}”`]
  if (operator === 'has') return undefined
  const unfit = operatorProblem(operator, field)
  if (unfit !== undefined) return ['rule-operator', unfit]
  for (const one of [value].flat()) {
    const problem = valueProblem(one, field)
    if (problem !== undefined) return ['rule-value', problem]
  }
  return undefined
}

function operatorProblem(operator: string, { label, kind }: FieldModel): string | undefined {
  if (WITHIN.has(operator) && !TEXT_KINDS.has(kind) && kind !== 'area')
    return `${label}不是文本，不能按包含、开头、结尾比较`
  if (ORDERS.has(operator) && !DATE_KINDS.has(kind) && !NUMBER_KINDS.has(kind))
    return `${label}不是数或日期，不能比较大小`
  if (kind === 'datetime' && !OF_MOMENTS.has(operator)) return `${label}是时刻，用 >= 或 < 与日期比较`
  return undefined
}

function valueProblem(value: RuleTest['value'], { label, kind }: FieldModel): string | undefined {
  // written as an escape it is in no text that came in
  if (typeof value === 'string' && value.includes('\u0000')) return `${label}的值里不能有空字符`
  if (isDaysAgo(value)) {
    if (!DATE_KINDS.has(kind)) return `${label}不是日期，不能与 today 比较`
    const { daysAgo } = value
    return Number.isInteger(daysAgo) && Math.abs(daysAgo) <= MOST_DAYS ? undefined : `天数应是 0 到 ${MOST_DAYS} 的整数`
  }
  const isRead = !DATE_KINDS.has(kind) || readerOf({ kind })(String(value)) !== undefined
  return isRead ? undefined : `${label}应写作 2026-01-31 这样的日期`
}
