/** Finds what is newer than the floor in a style sheet: properties, functions, units, selectors and at-rules. */
import type { Identifier } from '@mdn/browser-compat-data'
import { parse, type ChildNode, type Declaration } from 'postcss'
import { cameIn, css, isNewer } from './compat.ts'
import type { Use } from './scripts.ts'

const { properties, selectors, types, 'at-rules': atRules } = css as unknown as Record<string, Identifier>

/** Names → versions, of those that are newer. */
function newerIn(...all: (Identifier | undefined)[]): ReadonlyMap<string, number> {
  const entries = all.flatMap(one => Object.entries(one ?? {}) as [string, Identifier][])
  return new Map(
    entries.flatMap(([name, entry]): [string, number][] => {
      const version = name === '__compat' ? undefined : cameIn(entry)
      return isNewer(version) ? [[name, version]] : []
    }),
  )
}

const PROPERTIES = newerIn(properties)
const SELECTORS = newerIn(selectors)
const AT_RULES = newerIn(atRules)
const FUNCTIONS = newerIn(types, types?.['color'] as Identifier, types?.['image'] as Identifier)
const UNITS: readonly (readonly [RegExp, string, number])[] = [
  [/[\d.](?:[dsl]v(?:h|w|min|max|i|b))\b/, 'dvh, svh, lvh', 108],
  [/[\d.]cq(?:w|h|i|b|min|max)\b/, 'cqw, cqh', 105],
  [/[\d.](?:lh|rlh)\b/, 'lh, rlh', 109],
]

/** Words of a property that it has not always had: `overflow: clip`. */
function wordOf({ prop, value }: Declaration): [string, number] | undefined {
  const words = newerIn(properties?.[prop] as Identifier | undefined)
  const word = value.split(/[\s,()]+/).find(one => words.has(one))
  return word === undefined ? undefined : [`${prop}: ${word}`, words.get(word) ?? 0]
}

function ofValue(declaration: Declaration): [string, number] | undefined {
  const called = [...declaration.value.matchAll(/([a-z][\w-]*)\(/gi)].find(([, name = '']) => FUNCTIONS.has(name))
  if (called) return [`${called[1]}()`, FUNCTIONS.get(called[1] ?? '') ?? 0]
  const unit = UNITS.find(([pattern]) => pattern.test(declaration.value))
  return unit ? [unit[1], unit[2]] : wordOf(declaration)
}

/** An older browser keeps what the same rule says of the property before, or of it by its older name. */
const hasFallback = ({ prop, parent }: Declaration, index: number): boolean =>
  parent?.nodes?.some(
    (one, i) => i < index && one.type === 'decl' && (one.prop === prop || one.prop === `-webkit-${prop}`),
  ) ?? false

function useOf(node: ChildNode): [string, number] | undefined {
  if (node.type === 'decl') {
    if (node.prop.startsWith('--')) return ofValue(node)
    const found = PROPERTIES.get(node.prop)
    const use: [string, number] | undefined = found === undefined ? ofValue(node) : [node.prop, found]
    return use && hasFallback(node, node.parent?.index(node) ?? 0) ? undefined : use
  }
  if (node.type === 'atrule') {
    if (node.name === 'media' && /[<>]/.test(node.params)) return ['@media (width <= …)', 104]
    const version = AT_RULES.get(node.name)
    return version === undefined ? undefined : [`@${node.name}`, version]
  }
  if (node.type !== 'rule') return undefined
  if (node.selector.includes('&')) return ['&', 112]
  const name = [...node.selector.matchAll(/::?([\w-]+)/g)].map(([, one = '']) => one).find(one => SELECTORS.has(one))
  return name === undefined ? undefined : [`:${name}`, SELECTORS.get(name) ?? 0]
}

const isGuarded = (node: ChildNode): boolean => {
  for (let outer = node.parent; outer; outer = outer.parent as typeof outer)
    if (outer.type === 'atrule' && 'name' in outer && outer.name === 'supports') return true
  return false
}

export function stylesIn(text: string): Use[] {
  const found: Use[] = []
  parse(text).walk(node => {
    const use = useOf(node)
    if (use && !isGuarded(node)) found.push({ what: use[0], version: use[1], at: node.source?.start?.offset ?? 0 })
  })
  return found
}
