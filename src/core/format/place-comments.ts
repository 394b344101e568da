import { isCollection, visit, type Document, type LineCounter, type Node } from 'yaml'
import { commentsOf, type Comment } from './comments.ts'
import { liftHead } from './head.ts'
import { endOf, isBlock, isEmptyNode, startOf, surveyOf, type Container, type Member, type Survey } from './members.ts'

/**
 * Puts the comments and empty lines of a text onto the nodes of its document anew, because the library's own places
 * lose which indentation a comment has, whether it shares the line of `key:`, and the empty lines before comments at
 * an end. The fields are the library's, an empty line within a comment text is an empty line of the file:
 * - key or item: `spaceBefore`, `commentBefore` (ends with a line break where an empty line follows)
 * - scalar, flow collection: `comment` stands behind it on its line
 * - key of a block collection: `comment` stands behind `key:`
 * - block collection: `comment` stands after its last member, in the members' column
 * - empty value: `commentBefore` stands below `key:`, indented
 * - document: `commentBefore` stands at the top with an empty line after it; without one, on the outermost collection
 */
export function placeComments(document: Document.Parsed, text: string, lines: LineCounter): void {
  visit(document, {
    Node: (_, node) => {
      forget(node)
    },
  })
  document.comment = document.commentBefore = null
  const placing = new Placing(document, text, surveyOf(document.contents, text, lines))
  for (const comment of commentsOf(text, lines)) placing.place(comment)
  placing.finish()
}

function forget(node: Node): void {
  if ('spaceBefore' in node) delete node.spaceBefore
  if ('comment' in node) delete node.comment
  if ('commentBefore' in node) delete node.commentBefore
}

/** tokens after which a comment of the same line belongs to the value that ends there */
const SAME_LINE_ENDS = new Set(
  'text single-quoted-scalar double-quoted-scalar flow-map-end flow-seq-end comma'.split(' '),
)

class Placing {
  readonly #document: Document.Parsed
  readonly #rows: readonly string[]
  readonly #survey: Survey
  /** the comment placed last, and the node whose line it shares */
  #last: { comment: Comment; node: Node | undefined } | undefined

  constructor(document: Document.Parsed, text: string, survey: Survey) {
    this.#document = document
    this.#rows = text.split('\n')
    this.#survey = survey
  }

  place(comment: Comment): void {
    const node = this.#continued(comment) ?? this.#besides(comment)
    this.#last = { comment, node }
    if (node === undefined) this.#onItsOwn(comment)
  }

  /** A comment right below another, in its column: the other goes on. */
  #continued({ text, line, col, after }: Comment): Node | undefined {
    if (after !== undefined || this.#last?.node === undefined) return undefined
    const { comment, node } = this.#last
    if (comment.line !== line - 1 || comment.col !== col) return undefined
    node.comment += `\n${text}`
    return node
  }

  /** Puts a comment behind what it shares the line with; the node that has it now. */
  #besides(comment: Comment): Node | undefined {
    const { after, offset } = comment
    const prev = this.#before(offset)
    if (after === undefined || prev === undefined) return undefined
    if (after === 'block-scalar-header') return behind(prev.value, comment, prev)
    const isAhead = startOf(prev.value) > offset
    if (after === 'map-value-ind' || after === 'seq-item-ind') {
      if (!prev.isBlock) return behind(prev.value, comment, prev)
      return prev.key ? behind(prev.key, comment, prev) : undefined
    }
    if (isAhead || !SAME_LINE_ENDS.has(after)) return undefined
    const member = this.#endingBefore(offset)
    return member && behind(member.value, comment, member)
  }

  #onItsOwn(comment: Comment): void {
    const { offset } = comment
    const [prev, next] = [this.#before(offset), this.#after(offset)]
    const around = this.#flowAround(offset)
    const isAhead = prev && startOf(prev.value) > offset && !prev.isBlock && !isEmptyNode(prev.value)
    if (isAhead) this.#above(prev, comment)
    else if (around) this.#inFlow(around, next, comment)
    else if (this.#belowEmpty(prev, next, comment)) this.#add(prev!.value, 'commentBefore', comment)
    else {
      const ended = this.#endedBy(prev, next, comment)
      if (ended) this.#add(ended.node, 'comment', comment)
      else if (next) this.#above(next, comment)
      else this.#add(this.#document, 'commentBefore', comment)
    }
  }

  /** Within braces or brackets: before the next member, or after the last. */
  #inFlow(around: Container, next: Member | undefined, comment: Comment): void {
    if (next && next.start < around.to) this.#above(next, comment)
    else {
      // as it cannot stay on a line, it becomes a block, whose comment is the one after its last member
      if (around.node.items.length > 0) around.node.flow = false
      this.#add(around.node, 'comment', comment)
    }
  }

  #belowEmpty(prev: Member | undefined, next: Member | undefined, { col }: Comment): boolean {
    if (!prev?.key || !isEmptyNode(prev.value) || prev.container.flow) return false
    return col > prev.col && col > (next?.col ?? -1)
  }

  /** The innermost block that ends here and stands in the comment's column or left of it. */
  #endedBy(prev: Member | undefined, next: Member | undefined, { col }: Comment): Container | undefined {
    if (next && col <= next.col) return undefined
    const open = new Set<Container>()
    for (let at = next?.container; at; at = at.parent) open.add(at)
    let outermost: Container | undefined
    for (let at = prev?.container; at; at = at.parent) {
      if (at.flow || open.has(at)) continue
      outermost = at
      if (at.col <= col) return at
    }
    return next ? undefined : outermost
  }

  #above(member: Member, comment: Comment): void {
    const { holder } = member
    if (!holder.commentBefore && this.#hasGap(comment)) holder.spaceBefore = true
    this.#add(holder, 'commentBefore', comment)
  }

  #add(node: Node | Document, field: 'comment' | 'commentBefore', comment: Comment): void {
    const known = node[field]
    const gap = this.#hasGap(comment) && (known || field === 'comment') ? '\n' : ''
    node[field] = known ? `${known}\n${gap}${comment.text}` : `${gap}${comment.text}`
  }

  /** Whether an empty line stands above the line of a comment that has it for itself. */
  #hasGap({ line, after }: Comment): boolean {
    return after === undefined && this.#isEmpty(line - 1)
  }

  #isEmpty(line: number): boolean {
    return this.#rows[line - 1]?.trim() === ''
  }

  #before(offset: number): Member | undefined {
    return this.#survey.members.findLast(({ start }) => start < offset)
  }

  #after(offset: number): Member | undefined {
    return this.#survey.members.find(({ start }) => start > offset)
  }

  #endingBefore(offset: number): Member | undefined {
    const ended = this.#survey.members.filter(({ value, isBlock: block }) => !block && endOf(value) <= offset)
    return ended.reduce<Member | undefined>(
      (best, one) => (best && endOf(best.value) > endOf(one.value) ? best : one),
      undefined,
    )
  }

  #flowAround(offset: number): Container | undefined {
    return this.#survey.containers.findLast(({ flow, from, to }) => flow && from < offset && offset < to)
  }

  /** Empty lines before members, and what stands at the top of the file. */
  finish(): void {
    for (const { holder, opensLine, line } of this.#survey.members) {
      if (!opensLine || !this.#isEmpty(line - 1)) continue
      if (holder.commentBefore) holder.commentBefore += '\n'
      else holder.spaceBefore = true
    }
    const [first] = this.#survey.members
    if (first && isCollection(this.#document.contents)) liftHead(first.holder, this.#document)
  }
}

/** Gives a node the comment behind it; one that is there already goes above the member. */
function behind(node: Node, { text }: Comment, { holder }: Member): Node {
  if (isBlock(node)) node.comment = node.comment ? `${node.comment}\n${text}` : text
  else {
    if (node.comment) holder.commentBefore = [holder.commentBefore, node.comment].filter(Boolean).join('\n')
    node.comment = text
  }
  return node
}
