import { expressionText } from '../model/field/written.ts'
import { Recent } from './recent.ts'
import { parseSimple, type Comparison, type Condition, type Operand } from './simple-parse.ts'
import { copyOf, isIn, isSame, order } from './simple-values.ts'

/**
 * Most expressions of pages read, compare and join, and nothing more: `row.isDead != 1 && user.areaLevel <= 2`. They
 * are computed here, in a twentieth of the engine's code, so that a list does not wait for the engine. What comes out
 * is what the engine says of an expression that is one and of values as JSON has them, which a test holds with drawn
 * ones; all other expressions are left to it.
 */
type Context = Record<string, unknown>
type Read = (steps: readonly string[]) => unknown

export interface SimpleExpression {
  compute: (context: Context) => unknown
  /** As a condition without a row: false only if it is false for every row. */
  mayHold: (context: Context) => boolean
}

const known = new Recent<SimpleExpression | false>()

/** `=text` as a function of its context, or nothing where only the engine can compute it. */
export function simpleExpression(written: string): SimpleExpression | undefined {
  const text = expressionText(written)
  return (known.get(text) ?? known.set(text, made(text) ?? false)) || undefined
}

function made(text: string): SimpleExpression | undefined {
  const tree = parseSimple(text)
  if (!tree || readsWithin(tree)) return undefined
  const asked = askedIn(tree)
  return {
    compute: context => copyOf(compute(tree, readerOf(context, asked))),
    mayHold: context => mayHold(tree, context),
  }
}

/** What is asked about by has() is read only where it is there. */
const askedIn = (tree: Condition): ReadonlySet<string> =>
  new Set(pathsOf(tree).flatMap(({ steps, isAsked }) => (isAsked ? [steps.join('.')] : [])))

const readerOf =
  (context: Context, asked: ReadonlySet<string>): Read =>
  steps => {
    const value = member(context, steps)
    if (value === null && asked.has(steps.join('.'))) throw new Error(`${steps.join('.')} is empty`)
    return value
  }

interface Path {
  steps: readonly string[]
  isAsked: boolean
}

function pathsOf(node: Condition): Path[] {
  if (node.op === 'value' || node.op === 'list') return []
  if (node.op === 'compare') return [...pathsOf(node.left), ...pathsOf(node.right)]
  if (node.op === 'not') return pathsOf(node.of)
  return node.op === 'and' || node.op === 'or'
    ? node.of.flatMap(pathsOf)
    : [{ steps: node.steps, isAsked: node.op === 'has' }]
}

/** Whether something is read and a member of it, too: the engine has its own answer where it has none. */
function readsWithin(tree: Condition): boolean {
  const read = new Set(pathsOf(tree).map(({ steps }) => steps.join('.')))
  return pathsOf(tree).some(({ steps }) => steps.some((_, i) => i > 0 && read.has(steps.slice(0, i).join('.'))))
}

/** By plain property access, so that a reactive context can tell when to compute again. Missing values are null. */
function member(context: Context, steps: readonly string[]): unknown {
  let value: unknown = context
  for (const step of steps) value = (typeof value === 'object' && value ? (value as Context)[step] : undefined) ?? null
  return value
}

function compute(node: Condition, read: Read): unknown {
  if (node.op === 'not') return !truth(compute(node.of, read))
  if (node.op === 'and') return decided(node.of, false, read)
  if (node.op === 'or') return decided(node.of, true, read)
  if (node.op === 'compare') return compared(node.sign, operand(node.left, read), operand(node.right, read))
  return operand(node, read)
}

function operand(node: Operand, read: Read): unknown {
  if (node.op === 'value') return node.value
  if (node.op === 'list') return node.values
  if (node.op === 'path') return read(node.steps)
  if (node.op === 'size') return sizeOf(read(node.steps))
  const holder = read(node.steps.slice(0, -1))
  return typeof holder === 'object' && holder !== null && member(holder as Context, node.steps.slice(-1)) !== null
}

function truth(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Error('neither true nor false')
  return value
}

/** One part that decides is enough, wherever it stands; otherwise each must be true or false. */
function decided(parts: readonly Condition[], by: boolean, read: Read): boolean {
  let failed: unknown
  for (const part of parts) {
    try {
      if (truth(compute(part, read)) === by) return by
    } catch (cause) {
      failed ??= cause
    }
  }
  if (failed !== undefined) throw failed
  return !by
}

const BEFORE: Readonly<Record<string, (order: number) => boolean>> = {
  '<': order => order < 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '>=': order => order >= 0,
}

function compared(sign: Comparison, left: unknown, right: unknown): boolean {
  if (sign === '==') return isSame(left, right)
  if (sign === '!=') return !isSame(left, right)
  if (sign === 'in') return isIn(left, right)
  const found = order(left, right)
  return found !== undefined && BEFORE[sign]!(found)
}

function sizeOf(value: unknown): number {
  if (value === null) return 0
  if (typeof value === 'string') return [...value].length
  if (typeof value === 'object') return Object.keys(value).length
  throw new Error('size() of neither text nor list')
}

function mayHold(node: Condition, context: Context): boolean {
  if (node.op === 'and') return node.of.every(one => mayHold(one, context))
  if (node.op === 'or') return node.of.some(one => mayHold(one, context))
  if (pathsOf(node).some(({ steps }) => steps[0] === 'row')) return true
  return compute(node, readerOf(context, askedIn(node))) === true
}
