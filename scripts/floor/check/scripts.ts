/** Finds what is newer than the floor in a built script: built-ins that are neither asked for before nor brought along. */
import { parse, type AnyNode, type MemberExpression, type Node } from 'acorn'
import { fullAncestor } from 'acorn-walk'
import type { BuiltIns } from './compat.ts'

export interface Use {
  what: string
  version: number
  /** offset in the text */
  at: number
}

const nameOf = ({ computed, property }: MemberExpression): string | undefined => {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined
}

const GLOBALS = new Set(['window', 'globalThis', 'self'])

/** Its test has been read before what it leads to is run. */
const TESTS: Readonly<Record<string, string>> = {
  ConditionalExpression: 'test',
  IfStatement: 'test',
  LogicalExpression: 'left',
}

/** Whether something around it asks for this name first: `x.name && x.name()`, `typeof name`, `'name' in x`, `x.name?.()`. */
function isAskedFor(text: string, name: string, ancestors: readonly Node[]): boolean {
  return ancestors.some((node, i) => {
    const inner = ancestors[i + 1]
    const part = TESTS[node.type]
    const test = part === undefined ? undefined : (node as unknown as Record<string, Node>)[part]
    if (test && inner !== test && text.slice(test.start, test.end).includes(name)) return true
    return (
      (node.type === 'UnaryExpression' && (node as { operator?: string }).operator === 'typeof')
      || (node.type === 'CallExpression'
        && (node as { optional?: boolean }).optional === true
        && i >= ancestors.length - 2)
    )
  })
}

const ITERATORS = new Set(['keys', 'values', 'entries', 'matchAll'])

/** `map.values().filter(…)`: an array's `values()` is used that way by nobody. */
function ofIterator(node: MemberExpression, { ofIterators }: BuiltIns): string | undefined {
  const { object } = node
  const name = nameOf(node)
  if (name === undefined || !ofIterators.has(name) || object.type !== 'CallExpression' || object.arguments.length > 0)
    return undefined
  const from = object.callee.type === 'MemberExpression' ? nameOf(object.callee) : undefined
  return from !== undefined && ITERATORS.has(from) ? name : undefined
}

type Version = readonly [what: string, name: string, version: number]

function ofMember(node: MemberExpression, isCalled: boolean, known: BuiltIns): Version | undefined {
  const name = nameOf(node)
  if (name === undefined) return undefined
  if (node.object.type === 'Identifier') {
    const full = GLOBALS.has(node.object.name) ? name : `${node.object.name}.${name}`
    const version = known.named.get(full)
    if (version !== undefined) return [full, name, version]
  }
  if (!isCalled) return undefined
  const method = known.methods.get(name)
  if (method) return [`${method.of[0]}.prototype.${name}`, name, method.version]
  const lazily = ofIterator(node, known)
  return lazily === undefined ? undefined : [`Iterator.prototype.${lazily}`, lazily, known.ofIterators.get(lazily) ?? 0]
}

function useOf(node: AnyNode, parent: AnyNode | undefined, known: BuiltIns): Version | undefined {
  if (node.type === 'StaticBlock') return ['static {}', 'static {}', 94]
  if (node.type === 'MemberExpression')
    return ofMember(node, parent?.type === 'CallExpression' && parent.callee === node, known)
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return undefined
  if (node.callee.type !== 'Identifier') return undefined
  const { name } = node.callee
  const version = known.named.get(name)
  return version === undefined ? undefined : [name, name, version]
}

export function usesIn(text: string, known: BuiltIns): Use[] {
  const program = parse(text, { ecmaVersion: 2022, sourceType: 'module' })
  const found: Use[] = []
  fullAncestor(program, (node, _state, ancestors) => {
    const use = useOf(node as AnyNode, ancestors.at(-2) as AnyNode | undefined, known)
    if (!use) return
    const [what, name, version] = use
    if (!isAskedFor(text, name, ancestors)) found.push({ what, version, at: node.start })
  })
  return found
}
