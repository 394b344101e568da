import {
  Document,
  isCollection,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { commentLines, LINE_WIDTH, widthOf, withComment } from './lines.ts'
import { isEmptyNull, scalarLines } from './scalar.ts'
import { unprintable } from './unprintable.ts'

const STEP = 2

type Collection = YAMLMap | YAMLSeq

/**
 * The one form of our YAML: two blanks of indentation, none within braces; what stands in braces becomes a block where
 * its line would be longer than LINE_WIDTH; one empty line at most, one line break at the end. Texts keep their quotes
 * and lines; comments and the order stay. The document is best read by `readDocument`, which knows where its comments
 * stand, and may have been changed since.
 */
export function formatDocument(document: Document): string {
  if (unprintable(document)) return document.toString({ lineWidth: 0, flowCollectionPadding: false })
  const root = document.contents
  const lines = commentLines(document.commentBefore, '')
  if (lines.length > 0 && root !== null) lines.push('')
  if (isCollection(root)) append(lines, rootLines(root as Collection))
  else if (isScalar(root))
    append(
      lines,
      scalarMember('', root, 0).map((line, at) => (at === 0 ? line.trimStart() : line)),
    )
  if (document.comment) append(lines, ['', ...commentLines(document.comment, '')])
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function rootLines(root: Collection): string[] {
  const flow = lineOf(root, 0)
  const head = commentLines(root.commentBefore, '')
  if (flow !== undefined) return [...head, ...withComment([flow], 0, root.comment, '')]
  const comment = root.flow ? commentLines(root.comment, '') : []
  return [...head, ...comment, ...withoutGap(blockLines(root, 0))]
}

/** The members of a collection, `indent` columns from the left, and the comment after them. */
function blockLines(node: Collection, indent: number): string[] {
  const lines: string[] = []
  for (const item of node.items as unknown[])
    append(lines, isPair(item) ? pairLines(item, indent) : itemLines(toNode(item), indent))
  // the comment of a flow collection stands behind it and has been printed already
  if (node.flow !== true && node.comment) append(lines, commentLines(node.comment, ' '.repeat(indent)))
  return lines
}

/** Adds lines to others; an empty one does not follow another. */
function append(lines: string[], more: readonly string[]): void {
  for (const [at, line] of more.entries()) if (at > 0 || line !== '' || lines.at(-1) !== '') lines.push(line)
}

/** `key: value` with what stands before it. */
function pairLines(pair: Pair<unknown, unknown>, indent: number): string[] {
  const [key, value] = [toNode(pair.key), toNode(pair.value)]
  const pad = ' '.repeat(indent)
  const name = isScalar(key) ? scalarLines(key, false, indent)[0]! : ''
  return [...above(key, pad), ...memberLines(`${pad}${name}:`, value, indent, key.comment)]
}

/** What follows `key:`. `comment`: the one behind the key. */
function memberLines(head: string, value: Node, indent: number, comment: string | null | undefined): string[] {
  const pad = ' '.repeat(indent)
  const inner = ' '.repeat(indent + STEP)
  const before = commentLines(value.commentBefore, inner)
  if (isScalar(value)) {
    const isBelow = isEmptyNull(value)
    const key = [...commentLines(comment, pad), ...(isBelow ? [] : commentLines(value.commentBefore, pad))]
    return [...key, ...scalarMember(head, value, indent), ...(isBelow ? before : [])]
  }
  if (!isCollection(value)) return [head]
  const flow = lineOf(value as Collection, widthOf(head) + 1)
  if (flow !== undefined) {
    const known = [...commentLines(comment, pad), ...commentLines(value.commentBefore, pad)]
    return [...known, ...withComment([`${head} ${flow}`], 0, value.comment, pad)]
  }
  const behind = [comment, value.flow ? value.comment : undefined].filter(Boolean).join('\n')
  const gap = value.spaceBefore ? [''] : []
  return [...withComment([head], 0, behind, pad), ...gap, ...before, ...blockLines(value as Collection, indent + STEP)]
}

function scalarMember(head: string, value: Scalar, indent: number): string[] {
  const [first, ...rest] = scalarLines(value, false, indent)
  const isText = value.type === 'BLOCK_LITERAL' || value.type === 'BLOCK_FOLDED'
  const lines = [first === '' ? head : `${head} ${first}`, ...rest]
  return withComment(lines, isText ? 0 : rest.length, value.comment, ' '.repeat(indent))
}

/** `- value` with what stands before it; a block begins on the line of its dash. */
function itemLines(item: Node, indent: number): string[] {
  const pad = ' '.repeat(indent)
  const before = above(item, pad)
  if (isScalar(item)) return [...before, ...scalarMember(`${pad}-`, item, indent)]
  if (!isCollection(item)) return before
  const flow = lineOf(item as Collection, indent + STEP)
  if (flow !== undefined) return [...before, ...withComment([`${pad}- ${flow}`], 0, item.comment, pad)]
  const inner = ' '.repeat(indent + STEP)
  const lines = item.flow ? commentLines(item.comment, inner) : []
  append(lines, blockLines(item as Collection, indent + STEP))
  const [first, ...rest] = withoutGap(lines)
  return [...before, `${pad}- ${first!.slice(inner.length)}`, ...rest]
}

const withoutGap = (lines: string[]): string[] => (lines[0] === '' ? lines.slice(1) : lines)

/** The empty line and the comments before a member. */
const above = (holder: Node, pad: string): string[] => {
  const gap = isNode(holder) && !isAlias(holder) && holder.spaceBefore ? [''] : []
  return [...gap, ...commentLines(holder.commentBefore, pad)]
}

/** A collection on one line, if its author wrote it so and it fits behind `columns` others. */
function lineOf(node: Collection, columns: number): string | undefined {
  if (node.items.length > 0 && node.flow !== true) return undefined
  const text = flowText(node)
  return text === undefined || columns + widthOf(text) > LINE_WIDTH ? undefined : text
}

/** A collection within braces or brackets; none where something in it has a comment or several lines. */
function flowText(node: Collection): string | undefined {
  const items = (node.items as unknown[]).map(item => (isPair(item) ? flowPair(item) : flowItem(toNode(item))))
  if (items.includes(undefined)) return undefined
  return isMap(node) ? `{${items.join(', ')}}` : `[${items.join(', ')}]`
}

function flowPair(pair: Pair<unknown, unknown>): string | undefined {
  const [key, value] = [flowNode(toNode(pair.key)), flowNode(toNode(pair.value))]
  if (key === undefined || value === undefined) return undefined
  return value === '' ? `${key}:` : `${key}: ${value}`
}

// an item that is empty would not be an item
const flowItem = (item: Node): string | undefined => (flowNode(item) === '' ? 'null' : flowNode(item))

function flowNode(node: Node): string | undefined {
  if (node.comment || node.commentBefore) return undefined
  if (isCollection(node)) return flowText(node as Collection)
  const [text, ...more] = isScalar(node) ? scalarLines(node, true, 0) : []
  return more.length > 0 ? undefined : text
}

/** Members that code has set as values become nodes. */
const toNode = (value: unknown): Node => (isNode(value) ? value : new Document(value ?? null).contents)!
