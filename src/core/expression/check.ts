import type { ASTNode, Environment, ObjectSchema, TypeCheckResult } from '@marcbachmann/cel-js'
import { nearest } from '../diagnostic/nearest.ts'
import { ExpressionError } from './error.ts'
import { createLanguage } from './language.ts'
import { explainProblem, typeWord } from './messages.ts'
import type { ExpressionProblem } from './problem.ts'
import { checkConditions } from './conditions.ts'
import { checkValues } from './compared.ts'
import { checkMoments } from './moments.ts'
import { pathsOf, type MemberPath } from './paths.ts'
import { Recent } from './recent.ts'
import type { ExpressionEnv, ExpressionResult, Shape } from './shape.ts'

export type { ExpressionProblem } from './problem.ts'

/** Parses an expression and checks its names, its dictionary keys and its types. */
export function checkExpression(text: string, env: ExpressionEnv): ExpressionProblem[] {
  let ast: ASTNode
  try {
    ast = parse(text)
  } catch (cause) {
    return [typeProblem(ExpressionError.of(cause), text)]
  }
  const paths = pathsOf(ast)
  const named = [...paths.flatMap(path => checkPath(path, env)), ...checkValues(ast, env), ...checkMoments(ast, env)]
  // types cannot be checked reliably while names are unknown
  if (named.length > 0) return named
  const { valid, type, error } = typeOf(text, env, paths)
  if (!valid) return [typeProblem(ExpressionError.of(error), text)]
  const { types, zh, en } = RESULTS[env.result]
  if (types === undefined || type === 'dyn' || types.includes(String(type))) return []
  return [
    {
      code: 'result',
      zh: `结果应为${zh}，这里是${typeWord(String(type))}`,
      en: `The result must be ${en}, this is ${type}`,
      start: 0,
      end: text.length,
    },
  ]
}

const RESULTS: Record<ExpressionResult, { types?: readonly string[]; zh: string; en: string }> = {
  any: { zh: '', en: '' },
  bool: { types: ['bool'], zh: '是否值', en: 'true or false' },
  number: { types: ['double', 'int'], zh: '数', en: 'a number' },
}

/** Whether a condition that is right otherwise can never fail to hold, or never hold. */
export function checkCondition(text: string): ExpressionProblem[] {
  try {
    return checkConditions(parse(text))
  } catch {
    return []
  }
}

let plain: Environment | undefined
const plainLanguage = (): Environment => (plain ??= createLanguage(true))
const parsed = new Recent<ASTNode>()

const parse = (text: string): ASTNode => parsed.get(text) ?? parsed.set(text, plainLanguage().parse(text).ast)

type Used = [name: string, shape: Shape, members: readonly string[]]
const languages = new Recent<Environment>()
const checked = new Recent<TypeCheckResult>()

/**
 * The type of an expression whose names are known. A language costs much more than the check of an expression, so each
 * has only the members that are used: pages share most of these.
 */
function typeOf(text: string, env: ExpressionEnv, paths: readonly MemberPath[]): TypeCheckResult {
  const used = [...env.variables].flatMap(([name, shape]): Used[] => {
    const own = paths.filter(({ steps }) => steps[0] === name).map(({ steps }) => steps[1])
    if (own.length === 0) return []
    const isWhole = own.includes(undefined)
    return [[name, shape, isWhole ? [...shape.members.keys()] : [...new Set(own as string[])]]]
  })
  const key = used.map(([name, { type, members }, names]) => [name, type, ...names.map(n => [n, members.get(n)])])
  const languageKey = JSON.stringify(key)
  const checkedKey = `${languageKey} ${text}`
  const language = (): Environment => languages.get(languageKey) ?? languages.set(languageKey, languageOf(used))
  return checked.get(checkedKey) ?? checked.set(checkedKey, language().check(text))
}

function languageOf(used: readonly Used[]): Environment {
  const language = plainLanguage().clone()
  for (const [name, { type, members }, names] of used) {
    if (type) language.registerVariable(name, type)
    else
      language.registerVariable({
        name,
        schema: Object.fromEntries(names.map(member => [member, members.get(member)!])) as ObjectSchema,
      })
  }
  return language
}

function typeProblem(error: ExpressionError, text: string): ExpressionProblem {
  const { start, end } = error.range ?? { start: 0, end: text.length }
  return { code: error.code, ...explainProblem(error.code, error.message, text.slice(start, end)), start, end }
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
