import type { Origin } from '../diagnostic/diagnostic.ts'
import { Names, notFormed, plainValue } from './formed-names.ts'
import type { ListNode, MapNode, Node, ScalarNode } from './node.ts'

/** Signs that mean something at the beginning of a text without quotes: nothing that begins with them is one. */
const INDICATORS = new Set('-?:,[]{}#&*!|>%@`"\' ')
const FLOW_ENDS = new Set(',[]{}')

/** Reads what stands on one line. Columns count from 0. */
export class FormedLine {
  readonly text: string
  /** where the next sign is read */
  at: number
  readonly #file: string
  readonly #number: number

  constructor(text: string, at: number, file: string, number: number) {
    this.text = text
    this.at = at
    this.#file = file
    this.#number = number
  }

  origin(col: number): Origin {
    return { file: this.#file, line: this.#number, col: col + 1 }
  }

  #blanks(): void {
    while (this.text[this.at] === ' ') this.at++
  }

  /** Whether nothing is left but a comment. */
  isDone(): boolean {
    const from = this.at
    this.#blanks()
    return this.at >= this.text.length || (this.text[this.at] === '#' && this.at > from)
  }

  isDash(): boolean {
    return this.text[this.at] === '-' && this.#endsAt(this.at + 1)
  }

  #endsAt(at: number): boolean {
    return at >= this.text.length || this.text[at] === ' '
  }

  /** Whether a name with a colon stands here; nothing is read. */
  isKey(): boolean {
    const { at, text } = this
    const sign = text[at]!
    if (sign !== '"' && sign !== "'") return sign !== '{' && sign !== '[' && /:(?: |$)/.test(text.slice(at))
    this.#quoted(sign)
    const isKey = text[this.at] === ':'
    this.at = at
    return isKey
  }

  /** The name before a colon. */
  key(): { name: string; isQuoted: boolean } {
    const sign = this.text[this.at]
    const isQuoted = sign === '"' || sign === "'"
    const name = isQuoted ? this.#quoted(sign) : this.#plainKey()
    if (this.text[this.at] !== ':' || !this.#endsAt(this.at + 1) || name.length > 500) notFormed()
    this.at++
    return { name, isQuoted }
  }

  #plainKey(): string {
    const { text, at } = this
    if (INDICATORS.has(text[at] ?? ' ')) notFormed()
    let end = at
    while (end < text.length && !(text[end] === ':' && this.#endsAt(end + 1))) end++
    const name = text.slice(at, end)
    if (end === text.length || name.endsWith(' ') || name.includes(' #')) notFormed()
    this.at = end
    return name
  }

  /** A value that ends on this line; the rest of the line must be blank. */
  value(): Node {
    this.#blanks()
    const node = this.#value(false)
    return this.isDone() ? node : notFormed()
  }

  #value(inFlow: boolean): Node {
    const start = this.at
    const sign = this.text[start]
    if (sign === '{') return this.#flowMap()
    if (sign === '[') return this.#flowList()
    const origin = this.origin(start)
    if (sign === '"' || sign === "'") return { type: 'scalar', value: this.#quoted(sign), origin }
    return { type: 'scalar', value: plainValue(this.#plain(inFlow)), origin }
  }

  #quoted(sign: '"' | "'"): string {
    const { text } = this
    let end = text.indexOf(sign, this.at + 1)
    // two of them stand for one
    while (sign === "'" && end >= 0 && text[end + 1] === sign) end = text.indexOf(sign, end + 2)
    const inner = text.slice(this.at + 1, end)
    if (end < 0 || (sign === '"' && inner.includes('\\'))) notFormed()
    this.at = end + 1
    return sign === "'" ? inner.replaceAll("''", "'") : inner
  }

  /** A text without quotes: to the end of the line or a comment, in braces to the next comma, colon or brace. */
  #plain(inFlow: boolean): string {
    const { text, at } = this
    if (INDICATORS.has(text[at] ?? ' ') && (text[at] !== '-' || inFlow || this.#endsAt(at + 1))) notFormed()
    let end = at
    for (; end < text.length; end++) {
      const sign = text[end]!
      if (inFlow && FLOW_ENDS.has(sign)) break
      if (sign === ' ' && text[end + 1] === '#') break
      if (sign !== ':' || !(this.#endsAt(end + 1) || (inFlow && FLOW_ENDS.has(text[end + 1]!)))) continue
      if (!inFlow) notFormed()
      break
    }
    this.at = end
    return text.slice(at, end).replace(/ +$/, '')
  }

  #flowMap(): MapNode {
    const origin = this.origin(this.at++)
    const names = new Names()
    for (this.#blanks(); this.text[this.at] !== '}'; this.#comma('}')) {
      const keyOrigin = this.origin(this.at)
      const sign = this.text[this.at]
      const isQuoted = sign === '"' || sign === "'"
      const name = isQuoted ? this.#quoted(sign) : this.#plain(true)
      if (name.length > 500) notFormed()
      names.add(name, { keyOrigin, value: this.#flowValue(keyOrigin) }, isQuoted)
    }
    this.at++
    return names.map(origin)
  }

  /** What follows a name in braces; a name alone has an empty value, which stands where the name does. */
  #flowValue(keyOrigin: Origin): Node {
    const empty: ScalarNode = { type: 'scalar', value: null, origin: keyOrigin }
    if (this.text[this.at] !== ':') return empty
    this.at++
    if (this.#isMemberEnd()) return empty
    if (this.text[this.at] !== ' ') notFormed()
    this.#blanks()
    return this.#isMemberEnd() ? empty : this.#value(true)
  }

  #isMemberEnd(): boolean {
    return this.text[this.at] === ',' || this.text[this.at] === '}'
  }

  #flowList(): ListNode {
    const origin = this.origin(this.at++)
    const items: Node[] = []
    for (this.#blanks(); this.text[this.at] !== ']'; this.#comma(']')) items.push(this.#value(true))
    this.at++
    return { type: 'list', items, origin }
  }

  /** Steps over the comma after a member; the last one has none. */
  #comma(close: '}' | ']'): void {
    this.#blanks()
    if (this.text[this.at] === close) return
    if (this.text[this.at] !== ',') notFormed()
    this.at++
    this.#blanks()
    // a comma behind the last member
    if (this.text[this.at] === close) notFormed()
  }
}
