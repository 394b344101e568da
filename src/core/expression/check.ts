import type { ASTNode, Environment, ObjectSchema } from '@marcbachmann/cel-js'
import { nearest } from '../diagnostic/nearest.ts'
import { ExpressionError } from './error.ts'
import { createLanguage } from './language.ts'
import { explainProblem } from './messages.ts'
import { operandsOf, pathsOf, type MemberPath } from './paths.ts'
import type { ExpressionEnv } from './shape.ts'

/** A problem of an expression; offsets count into its text. */
export interface ExpressionProblem {
  code: string
  zh: string
  en: string
  start: number
  end: number
  suggestion?: string
}

/** Parses an expression and checks its names, its dictionary keys and its types. */
export function checkExpression(text: string, env: ExpressionEnv): ExpressionProblem[] {
  const language = languageOf(env)
  let ast: ASTNode
  try {
    ast = language.parse(text).ast
  } catch (cause) {
    return [typeProblem(ExpressionError.of(cause), text)]
  }
  const named = [...pathsOf(ast).flatMap(path => checkPath(path, env)), ...checkTexts(ast, env)]
  // types cannot be checked reliably while names are unknown
  if (named.length > 0) return named
  const { valid, type, error } = language.check(text)
  if (!valid) return [typeProblem(ExpressionError.of(error), text)]
  if (env.result === 'any' || type === 'bool' || type === 'dyn') return []
  return [
    {
      code: 'result',
      zh: `结果应为是否值，这里是 ${type}`,
      en: `The result must be true or false, this is ${type}`,
      start: 0,
      end: text.length,
    },
  ]
}

const languages = new WeakMap<ExpressionEnv, Environment>()
let base: Environment | undefined

function languageOf(env: ExpressionEnv): Environment {
  const known = languages.get(env)
  if (known) return known
  const language = (base ??= createLanguage(true)).clone()
  for (const [name, shape] of env.variables) {
    if (shape.type) language.registerVariable(name, shape.type)
    else language.registerVariable({ name, schema: Object.fromEntries(shape.members) as ObjectSchema })
  }
  languages.set(env, language)
  return language
}

function typeProblem(error: ExpressionError, text: string): ExpressionProblem {
  const { start, end } = error.range ?? { start: 0, end: text.length }
  return { code: error.code, ...explainProblem(error.code, error.message), start, end }
}

function checkPath({ steps, node }: MemberPath, env: ExpressionEnv): ExpressionProblem[] {
  const [root, member] = steps
  const shape = env.variables.get(root!)
  const end = node.range.end
  if (!shape) {
    const names = [...env.variables.keys()]
    return [
      {
        code: 'unknown-variable',
        zh: `表达式里没有变量“${root}”，这里可用：${names.join('、')}`,
        en: `There is no variable "${root}" here; known: ${names.join(', ')}`,
        start: node.range.start,
        end: node.range.start + root!.length,
        ...suggest(root!, names),
      },
    ]
  }
  if (member === undefined || shape.members.has(member)) return []
  const start = node.range.start + root!.length + 1
  return [
    {
      code: 'unknown-member',
      zh: `${root} 没有“${member}”`,
      en: `${root} has no "${member}"`,
      start: Math.min(start, end),
      end,
      ...suggest(member, shape.members.keys()),
    },
  ]
}

const suggest = (name: string, known: Iterable<string>): { suggestion?: string } => {
  const meant = nearest(name, known)
  return meant === undefined ? {} : { suggestion: meant }
}

/** `row.state == "x"`, `row.state in ["x"]`, `"x" in user.roles`: is "x" a text that this member can have? */
function checkTexts(node: ASTNode, env: ExpressionEnv): ExpressionProblem[] {
  const inner = operandsOf(node).flatMap(operand => checkTexts(operand, env))
  if (node.op !== '==' && node.op !== '!=' && node.op !== 'in') return inner
  const [a, b] = node.args
  return [...inner, ...compared(a, b, env), ...compared(b, a, env)]
}

function compared(side: ASTNode, other: ASTNode, env: ExpressionEnv): ExpressionProblem[] {
  const path = pathsOf(side)[0]
  if (!path || path.node !== side || path.steps.length !== 2) return []
  const [root, member] = path.steps
  const known = env.variables.get(root!)?.texts?.get(member!)
  if (!known) return []
  return literalsOf(other)
    .filter(({ text }) => text !== '' && !known.has(text))
    .map(({ text, node }) => ({
      code: 'unknown-text',
      zh: `${root}.${member} 不可能是“${text}”：没有这个取值`,
      en: `${root}.${member} is never "${text}": no such value`,
      start: node.range.start,
      end: node.range.end,
      ...suggest(text, known),
    }))
}

function literalsOf(node: ASTNode): { text: string; node: ASTNode }[] {
  if (node.op === 'value' && typeof node.args === 'string') return [{ text: node.args, node }]
  return node.op === 'list' ? node.args.flatMap(literalsOf) : []
}
