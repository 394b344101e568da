import type { Origin } from '../diagnostic/diagnostic.ts'
import { FormedLine } from './formed-line.ts'
import { Names, NotFormed, notFormed } from './formed-names.ts'
import type { ListNode, MapNode, Node } from './node.ts'

/**
 * Reads a file that is written as `npm run format` writes it: blocks of two kinds, and values that end on their line.
 * A seventh of what the yaml library takes, which was a quarter of `validate`. Undefined wherever
 * anything else stands in the text, right or wrong: the library reads such a file and says what is wrong with it.
 */
export function readFormed(text: string, file: string): MapNode | undefined {
  // YAML has rules of their own for these signs, and for lines that divide documents
  if (/[^\P{Cc}\n]|\uFEFF|^(?:---|\.\.\.)/mu.test(text)) return undefined
  try {
    return new Blocks(text, file).root()
  } catch (cause) {
    if (cause instanceof NotFormed) return undefined
    throw cause
  }
}

class Blocks {
  readonly #lines: FormedLine[] = []
  #next = 0

  constructor(text: string, file: string) {
    for (const [i, line] of text.split('\n').entries()) {
      let indent = 0
      while (line[indent] === ' ') indent++
      if (indent < line.length && line[indent] !== '#') this.#lines.push(new FormedLine(line, indent, file, i + 1))
    }
  }

  root(): MapNode {
    const node = this.#lines[0]?.at === 0 ? this.#block(0) : notFormed()
    return node.type === 'map' && this.#next === this.#lines.length ? node : notFormed()
  }

  /** The map or list whose members begin at this column, on this line and those below. */
  #block(col: number): MapNode | ListNode {
    return this.#lines[this.#next]!.isDash() ? this.#list(col) : this.#map(col)
  }

  /** The next line, if it begins at the column; one that begins further right would belong to the line above it. */
  #member(col: number): FormedLine | undefined {
    const line = this.#lines[this.#next]
    if (!line || line.at < col) return undefined
    return line.at === col ? line : notFormed()
  }

  #map(col: number): MapNode {
    const origin = this.#lines[this.#next]!.origin(col)
    const names = new Names()
    for (let line = this.#member(col); line && !line.isDash(); line = this.#member(col)) {
      const keyOrigin = line.origin(col)
      const { name, isQuoted } = line.key()
      names.add(name, { keyOrigin, value: this.#value(line, col, keyOrigin) }, isQuoted)
    }
    return names.map(origin)
  }

  /** What follows a colon: on its line, or as a block on the lines below; an empty value stands where its key does. */
  #value(line: FormedLine, col: number, keyOrigin: Origin): Node {
    const isBelow = line.isDone()
    const value = isBelow ? undefined : line.value()
    this.#next++
    if (value) return value
    const below = this.#lines[this.#next]
    if (below && below.at > col) return this.#block(below.at)
    return below?.at === col && below.isDash() ? notFormed() : { type: 'scalar', value: null, origin: keyOrigin }
  }

  #list(col: number): ListNode {
    const origin = this.#lines[this.#next]!.origin(col)
    const items: Node[] = []
    for (let line = this.#member(col); line; line = this.#member(col)) {
      if (!line.isDash()) notFormed()
      line.at++
      if (line.isDone()) notFormed()
      items.push(this.#item(line))
    }
    return { type: 'list', items, origin }
  }

  /** What follows a dash: a value, or a map whose first member stands on this line. */
  #item(line: FormedLine): Node {
    if (line.isKey()) return this.#map(line.at)
    const value = line.value()
    this.#next++
    return value
  }
}
