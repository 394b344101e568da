import { serialize, type ASTNode, type ParseResult } from '@marcbachmann/cel-js'
import { ExpressionError } from './error.ts'
import { createLanguage } from './language.ts'
import { pathsOf, type MemberPath } from './paths.ts'
import { plainOf } from './plain.ts'
import { Recent } from './recent.ts'
import { expressionText } from '../model/field/written.ts'

export type Context = Record<string, unknown>
export type Compiled = (context: Context) => unknown

/** The part of a context that an expression reads. */
interface Need {
  optional: boolean
  /** the value itself is used, not only its members */
  whole: boolean
  members: Map<string, Need>
}
interface Parsed {
  run: ParseResult
  paths: MemberPath[]
  need: Need
}

let language: ReturnType<typeof createLanguage> | undefined
const parsed = new Recent<Parsed>()

/**
 * `=text` → a function of its context, without eval. Missing values are null. Every member it reads is read
 * from the context by a plain property access, so that a reactive context can tell when to compute again.
 * @throws ExpressionError when the text is no expression; the function, when it cannot be computed
 */
export function compileExpression(text: string): Compiled {
  const { run, need } = parse(text)
  return context => {
    try {
      return plainOf(run(supply(need, context) as Context))
    } catch (cause) {
      throw ExpressionError.of(cause)
    }
  }
}

/** Whether a condition holds. One that cannot be computed of these values does not: nobody may do more by it. */
export function conditionHolds(text: string, context: Context): boolean {
  const condition = compileExpression(text)
  try {
    return condition(context) === true
  } catch (error) {
    if (error instanceof ExpressionError) return false
    throw error
  }
}

/** The static member paths that an expression reads, e.g. ['row', 'isDead']: what to subscribe to. */
export const memberPaths = (text: string): string[][] => parse(text).paths.map(path => path.steps)

const isRow = ([root]: readonly string[]): boolean => root === 'row'

/**
 * Evaluates a condition of which not everything is known: false only if it is false whatever the rest is. Parts that
 * read something open are left open; without `isOpen`, what they read of `row`.
 */
export function mayHold(
  text: string,
  context: Context,
  isOpen: (steps: readonly string[]) => boolean = isRow,
): boolean {
  const judge = (node: ASTNode): boolean => {
    if (node.op === '&&') return node.args.every(judge)
    if (node.op === '||') return node.args.some(judge)
    if (pathsOf(node).some(({ steps }) => isOpen(steps))) return true
    return compileExpression(serialize(node))(context) === true
  }
  return judge(parse(text).run.ast)
}

/** The tree of an expression, for what reads it otherwise than by computing it. */
export const astOf = (text: string): ASTNode => parse(text).run.ast

function parse(written: string): Parsed {
  const text = expressionText(written)
  const known = parsed.get(text)
  if (known) return known
  try {
    const run = (language ??= createLanguage(false)).parse(text)
    const paths = pathsOf(run.ast)
    return parsed.set(text, { run, paths, need: needOf(paths) })
  } catch (cause) {
    throw ExpressionError.of(cause)
  }
}

const emptyNeed = (): Need => ({ optional: false, whole: false, members: new Map() })

function needOf(paths: MemberPath[]): Need {
  const root = emptyNeed()
  for (const { steps, optional } of paths) {
    let at = root
    for (const step of steps) {
      const next = at.members.get(step) ?? emptyNeed()
      at.members.set(step, next)
      at = next
    }
    at.whole = true
    at.optional ||= optional
  }
  return root
}

function supply(need: Need, value: unknown): unknown {
  if (need.members.size === 0) return value ?? null
  const from = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const result: Record<string, unknown> = need.whole ? { ...from } : {}
  for (const [name, member] of need.members) {
    // `constructor`, `__proto__` and other inherited names are not data: an expression must not reach them
    if (name in Object.prototype) continue
    const inner = supply(member, from[name])
    if (inner === null && member.optional) delete result[name]
    else result[name] = inner
  }
  return result
}
