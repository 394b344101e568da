import type { Origin } from '../../diagnostic/diagnostic.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import type { ExpressionResult } from '../../expression/shape.ts'
import { expressionText, isExpression } from '../../model/field/written.ts'
import { isEmpty, isFalse, type MapNode, type Node, type ScalarNode } from '../../source/node.ts'
import type { KeyKind, MentionKind, Placeholders } from './meta.ts'
import type { Shape } from './shape.ts'

/** A value and its path within a document. */
export interface Place {
  path: readonly string[]
  origin: Origin
}
export interface Mention extends Place {
  what: MentionKind
  name: string
}
export interface TextUse extends Place {
  text: string
  /** what `{name}` in it may name */
  placeholders?: Placeholders | undefined
}
export interface ExpressionUse extends Place {
  /** without its mark */
  text: string
  result: ExpressionResult
}
export interface KeyUse extends Place {
  what: KeyKind
  name: string
  value: Node
}
export interface Missing extends Place {
  key: string
}
/** Everything that rules need of a document, collected in one traversal. */
export interface Facts {
  mentions: Mention[]
  texts: TextUse[]
  expressions: ExpressionUse[]
  /** texts at places where a value or an expression may stand, that are none */
  literals: TextUse[]
  /** expressions at places where none may stand */
  misplaced: TextUse[]
  keys: KeyUse[]
  missing: Missing[]
  fileNames: TextUse[]
}

/** The mark with something behind it that could be worked out: a label may well be '=' or '=='. */
const MARKED = /^=\s*[\w'"([!]/

export function factsOf(node: MapNode, shape: Shape): Facts {
  const facts: Facts = {
    mentions: [],
    texts: [],
    expressions: [],
    literals: [],
    misplaced: [],
    keys: [],
    missing: [],
    fileNames: [],
  }
  gather(node, shape, [], node.origin, facts)
  return facts
}

function gather(node: Node, shape: Shape, path: readonly string[], origin: Origin, facts: Facts): void {
  if (shape.isTemplate) return
  if (node.type === 'map') return gatherMap(node, shape, path, origin, facts)
  if (node.type === 'list') {
    if (shape.items)
      for (const [i, item] of node.items.entries()) gather(item, shape.items, [...path, String(i)], item.origin, facts)
    return
  }
  if (isEmpty(node)) return reportMissing(shape, path, origin, facts)
  if (isFalse(node)) return
  const text = String(node.value)
  if (shape.names) facts.mentions.push({ what: shape.names, name: text, path, origin: node.origin })
  if (shape.isText && typeof node.value === 'string') {
    const { placeholders } = shape
    facts.texts.push({ text, path, origin: node.origin, placeholders })
  }
  if (shape.isFileName) facts.fileNames.push({ text, path, origin: node.origin })
  gatherExpression(node, shape, path, facts)
}

function gatherExpression(node: ScalarNode, shape: Shape, path: readonly string[], facts: Facts): void {
  const [text, { origin }] = [String(node.value), node]
  if (!shape.expression) {
    if (MARKED.test(text)) facts.misplaced.push({ text, path, origin })
  } else if (isExpression(text))
    facts.expressions.push({ text: expressionText(text), result: shape.expression, path, origin })
  else if (typeof node.value === 'string' && shape.expression === 'any') facts.literals.push({ text, path, origin })
}

function gatherMap(node: MapNode, shape: Shape, path: readonly string[], origin: Origin, facts: Facts): void {
  for (const key of shape.required) {
    if (!says(node, key) && !says(node, shape.instead[key]) && !isMistyped(key, node, shape))
      facts.missing.push({ key, path, origin })
  }
  for (const [name, { keyOrigin, value }] of node.entries) {
    const inner = shape.properties.get(name) ?? shape.rest
    const at = [...path, name]
    if (shape.keys && !isFalse(value)) facts.keys.push({ what: shape.keys, name, value, path: at, origin: keyOrigin })
    if (inner) gather(value, inner, at, keyOrigin, facts)
  }
}

function says(node: MapNode, key: string | undefined): boolean {
  const value = key === undefined ? undefined : node.entries.get(key)?.value
  return value !== undefined && !isEmpty(value)
}

/**
 * A required key that is there under a misspelt name is not reported as missing: the schema check has reported the
 * misspelling.
 */
function isMistyped(key: string, node: MapNode, shape: Shape): boolean {
  if (node.entries.has(key) || shape.rest) return false
  return [...node.entries.keys()].some(
    name => !shape.properties.has(name) && nearest(name, shape.properties.keys()) === key,
  )
}

/** An empty member of a named map lacks all keys that have no default. */
function reportMissing(shape: Shape, path: readonly string[], origin: Origin, facts: Facts): void {
  for (const key of shape.required) facts.missing.push({ key, path, origin })
}
