import { serialize, type ASTNode } from '@marcbachmann/cel-js'
import { operandsOf } from './paths.ts'
import type { ExpressionProblem } from './problem.ts'

/** A comparison of something with a literal. */
interface Compared {
  what: string
  value: unknown
  isEqual: boolean
  node: ASTNode
}

/** Conditions that can never hold, or always do: parts of them contradict each other, whatever the record says. */
export function checkConditions(node: ASTNode): ExpressionProblem[] {
  const inner = operandsOf(node).flatMap(checkConditions)
  const [left, right] = [node.op === '==' || node.op === '!=' ? node.args : []].flat() as ASTNode[]
  if (left?.op === 'value' && right?.op === 'value')
    return [...inner, problem(node, (left.args === right.args) === (node.op === '=='))]
  if (node.op !== '&&' && node.op !== '||') return inner
  const parts = partsOf(node, node.op).flatMap(part => comparedOf(part) ?? [])
  const last = parts.find((one, i) => parts.slice(0, i).some(before => contradict(before, one, node.op === '&&')))
  return last ? [...inner, problem(last.node, node.op === '||')] : inner
}

function problem({ range: { start, end } }: ASTNode, always: boolean): ExpressionProblem {
  return {
    code: always ? 'always' : 'never',
    zh: always ? '这个条件总是成立，等于没有写' : '这个条件永远不成立：各部分互相矛盾',
    en: always
      ? 'This condition always holds, so it says nothing'
      : 'This condition never holds: its parts contradict each other',
    start,
    end,
  }
}

/** The parts of a && b && c, from left to right; a part of another sort is one, whatever is in it. */
const partsOf = (node: ASTNode, op: '&&' | '||'): ASTNode[] =>
  node.op === op ? node.args.flatMap(part => partsOf(part, op)) : [node]

function comparedOf(node: ASTNode): Compared | undefined {
  if (node.op !== '==' && node.op !== '!=') return undefined
  const [a, b] = node.args
  const [what, literal] = a.op === 'value' ? [b, a] : [a, b]
  if (literal.op !== 'value' || what.op === 'value') return undefined
  return { what: serialize(what), value: literal.args, isEqual: node.op === '==', node }
}

/** In a && b: equal to two things, or equal to one and not; in a || b the reverse. */
function contradict(a: Compared, b: Compared, all: boolean): boolean {
  if (a.what !== b.what) return false
  if (a.value === b.value) return a.isEqual !== b.isEqual
  return a.isEqual === all && b.isEqual === all
}
