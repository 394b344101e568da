import type { ASTNode } from '@marcbachmann/cel-js'
import { nearest } from '../diagnostic/nearest.ts'
import { operandsOf, pathsOf } from './paths.ts'
import type { ExpressionProblem } from './problem.ts'
import type { ExpressionEnv } from './shape.ts'

/** `row.state == "x"`, `row.dead != 2`, `"x" in user.roles`: is it something that this member can be? */
export function checkValues(node: ASTNode, env: ExpressionEnv): ExpressionProblem[] {
  const inner = operandsOf(node).flatMap(operand => checkValues(operand, env))
  if (node.op !== '==' && node.op !== '!=' && node.op !== 'in') return inner
  const [a, b] = node.args
  return [...inner, ...compared(a, b, env), ...compared(b, a, env)]
}

function compared(side: ASTNode, other: ASTNode, env: ExpressionEnv): ExpressionProblem[] {
  const path = pathsOf(side)[0]
  if (!path || path.node !== side || path.steps.length > 2) return []
  const [root, member] = path.steps
  const shape = env.variables.get(root!)
  const known = member === undefined ? shape?.own : shape?.texts?.get(member)
  const is = (members: ReadonlySet<string> | undefined): boolean =>
    member !== undefined && members?.has(member) === true
  const [isFlag, isArea, isMasked] = [is(shape?.flags), is(shape?.areas), is(shape?.masked)]
  return literalsOf(other).flatMap(({ value, node }): ExpressionProblem[] => {
    const at = { start: node.range.start, end: node.range.end }
    const name = path.steps.join('.')
    if (isFlag && typeof value !== 'string' && ![0, 1].includes(Number(value)))
      return [
        {
          code: 'unknown-text',
          zh: `${name} 是 0 或 1，不可能是 ${value}`,
          en: `${name} is 0 or 1, never ${value}`,
          ...at,
        },
      ]
    if (isArea && typeof value === 'string' && value !== '' && value.length < 6)
      return [
        {
          code: 'unknown-text',
          zh: `${name} 是完整的地区编码（6 位以上），不可能是“${value}”：比前缀用 ${name}.startsWith("${value}")`,
          en:
            `${name} is a whole area code (six digits or more), never "${value}": `
            + `compare the beginning by ${name}.startsWith("${value}")`,
          ...at,
        },
      ]
    if (isMasked && value !== '')
      return [
        {
          code: 'masked',
          zh: `${name} 到页面上已经遮盖，不会是“${value}”：请用别的字段作条件`,
          en: `${name} arrives masked and is never "${value}": let another field be the condition`,
          ...at,
        },
      ]
    if (!known || typeof value !== 'string' || value === '' || known.has(value)) return []
    const meant = nearest(value, known)
    return [
      {
        code: 'unknown-text',
        zh: `${name} 不可能是“${value}”：没有这个取值`,
        en: `${name} is never "${value}": no such value`,
        ...at,
        ...(meant === undefined ? {} : { suggestion: meant }),
      },
    ]
  })
}

interface Literal {
  value: string | number | bigint
  node: ASTNode
}

function literalsOf(node: ASTNode): Literal[] {
  if (node.op === 'list') return node.args.flatMap(literalsOf)
  const value: unknown = node.op === 'value' ? node.args : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? [{ value, node }] : []
}
