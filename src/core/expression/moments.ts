import type { ASTNode } from '@marcbachmann/cel-js'
import { DAY_FUNCTIONS } from './language.ts'
import { operandsOf, pathsOf } from './paths.ts'
import type { ExpressionProblem } from './problem.ts'
import type { ExpressionEnv } from './shape.ts'

/** Days and moments travel as text, and a moment is longer than its own day. */
type Kind = 'day' | 'moment'

/** Comparisons of a moment with a day that are not what they look like on that day itself. */
const WRONG = new Set(['==', '!=', '<=', '>'])
const TURNED: Readonly<Record<string, string>> = { '==': '==', '!=': '!=', '>=': '<=', '<': '>', '<=': '>=', '>': '<' }
const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * `row.foundTime <= today` holds for nothing that was found today: of the six comparisons of a moment with a day only
 * `moment >= day` and `moment < day` say what is read in them.
 */
export function checkMoments(node: ASTNode, env: ExpressionEnv): ExpressionProblem[] {
  const inner = operandsOf(node).flatMap(operand => checkMoments(operand, env))
  const turned = TURNED[node.op]
  if (turned === undefined) return inner
  const [a, b] = operandsOf(node)
  if (!a || !b) return inner
  const [one, other] = [kindOf(a, env), kindOf(b, env)]
  const moment = one === 'moment' && other === 'day' ? a : one === 'day' && other === 'moment' ? b : undefined
  if (!moment || !WRONG.has(moment === a ? node.op : turned)) return inner
  const name = pathsOf(moment)[0]?.steps.join('.') ?? ''
  return [
    ...inner,
    {
      code: 'day-and-moment',
      zh: `${name} 有时分秒，另一边只有日期：当天的比较结果不对，请写 ${name}.substring(0, 10)，只比日期`,
      en:
        `${name} has a time and the other side is a day: on that day they compare wrongly; `
        + `write ${name}.substring(0, 10)`,
      start: node.range.start,
      end: node.range.end,
    },
  ]
}

function kindOf(node: ASTNode, env: ExpressionEnv): Kind | undefined {
  if (node.op === 'value') return typeof node.args === 'string' && DAY.test(node.args) ? 'day' : undefined
  if (node.op === 'rcall' && Object.hasOwn(DAY_FUNCTIONS, node.args[0])) return 'day'
  const path = pathsOf(node)[0]
  return path?.node === node && path.steps.length <= 2 ? kindOfMember(path.steps, env) : undefined
}

function kindOfMember([root = '', member]: readonly string[], env: ExpressionEnv): Kind | undefined {
  if (member === undefined) return root === 'today' ? 'day' : undefined
  const shape = env.variables.get(root)
  return shape?.days?.has(member) ? 'day' : shape?.moments?.has(member) ? 'moment' : undefined
}
