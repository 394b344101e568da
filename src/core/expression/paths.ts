import type { ASTNode } from '@marcbachmann/cel-js'

/** A static way into the context: `row.isDead` is ['row', 'isDead']. */
export interface MemberPath {
  steps: string[]
  /** read by has() or `.?`: stays absent when empty instead of becoming null */
  optional: boolean
  /** the whole expression node, for positions */
  node: ASTNode
}

const isNode = (value: unknown): value is ASTNode => typeof value === 'object' && value !== null && 'op' in value

/** The operands of a node, whatever the shape of its arguments. */
export function operandsOf(node: ASTNode): ASTNode[] {
  const flatten = (value: unknown): ASTNode[] =>
    isNode(value) ? [value] : Array.isArray(value) ? value.flatMap(flatten) : []
  return flatten(node.args)
}

/** Macros whose first argument names a variable of their own: `list.exists(item, …)`. */
const BINDING = new Set(['all', 'exists', 'exists_one', 'filter', 'map'])

/** All static member paths of an expression; names that a macro binds are not part of the context. */
export function pathsOf(node: ASTNode, bound: ReadonlySet<string> = new Set(), optional = false): MemberPath[] {
  const steps = stepsOf(node)
  if (steps)
    return bound.has(steps.names[0]!) ? [] : [{ steps: steps.names, optional: optional || steps.optional, node }]
  const variable = node.op === 'rcall' && BINDING.has(node.args[0]) ? node.args[2][0] : undefined
  const inner = variable?.op === 'id' ? new Set([...bound, variable.args]) : bound
  const isHas = node.op === 'call' && node.args[0] === 'has'
  return operandsOf(node).flatMap(operand => pathsOf(operand, inner, isHas))
}

interface Steps {
  names: string[]
  optional: boolean
}

/** `a.b["c"]` → a, b, c; undefined for an expression that is not a plain member path. */
function stepsOf(node: ASTNode): Steps | undefined {
  if (node.op === 'id') return { names: [node.args], optional: false }
  if (node.op === '.' || node.op === '.?') return extend(node.args[0], node.args[1], node.op === '.?')
  if (node.op === '[]' || node.op === '[?]') {
    const index = node.args[1]
    const key = index.op === 'value' && typeof index.args === 'string' ? index.args : undefined
    return key === undefined ? undefined : extend(node.args[0], key, node.op === '[?]')
  }
  return undefined
}

function extend(base: ASTNode, name: string, optional: boolean): Steps | undefined {
  const steps = stepsOf(base)
  return steps && { names: [...steps.names, name], optional: optional || steps.optional }
}
