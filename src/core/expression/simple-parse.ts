import { tokensOf, type Token } from './simple-tokens.ts'

/** A value: something read, written, listed, or asked about something read. */
export type Operand =
  | { op: 'path' | 'has' | 'size'; steps: string[] }
  | { op: 'value'; value: unknown }
  | { op: 'list'; values: unknown[] }
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in'
export type Condition =
  | Operand
  | { op: 'not'; of: Condition }
  | { op: 'and'; of: Condition[] }
  | { op: 'or'; of: Condition[] }
  | { op: 'compare'; sign: Comparison; left: Operand; right: Operand }

/** What is none of these is left to the engine. */
class Other extends Error {}

const COMPARISONS: ReadonlySet<string> = new Set<Comparison>(['==', '!=', '<', '<=', '>', '>=', 'in'])

/** The tree of an expression that is made of reading, comparing and joining alone; nothing for any other. */
export function parseSimple(text: string): Condition | undefined {
  const tokens = tokensOf(text)
  if (!tokens || tokens.length === 0) return undefined
  try {
    const parser = new Parser(tokens)
    const tree = parser.either()
    return parser.isDone() ? tree : undefined
  } catch (cause) {
    if (cause instanceof Other) return undefined
    throw cause
  }
}

class Parser {
  readonly #tokens: Token[]
  #at = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  isDone(): boolean {
    return this.#at === this.#tokens.length
  }

  either(): Condition {
    return this.#joined('or', '||', () => this.#joined('and', '&&', () => this.#single()))
  }

  #joined(op: 'and' | 'or', sign: string, part: () => Condition): Condition {
    const first = part()
    if (!this.#is(sign)) return first
    const of = [truth(first)]
    while (this.#takes(sign)) of.push(truth(part()))
    return { op, of }
  }

  #single(): Condition {
    if (this.#takes('!'))
      return { op: 'not', of: truth(this.#is('!') || this.#is('(') ? this.#single() : this.#operand()) }
    if (this.#takes('(')) {
      const inner = this.either()
      this.#expect(')')
      return inner
    }
    const left = this.#operand()
    const next = this.#peek()
    if (next?.kind !== 'sign' || !COMPARISONS.has(next.sign)) return left
    this.#at++
    return comparison(next.sign as Comparison, left, this.#operand())
  }

  #operand(): Operand {
    const token = this.#next()
    if (token.kind === 'value') return { op: 'value', value: token.value }
    if (token.kind === 'sign') return token.sign === '[' ? this.#list() : other()
    if (!this.#takes('(')) return { op: 'path', steps: token.steps }
    const [name, ...members] = token.steps
    const of = this.#next()
    this.#expect(')')
    if (of.kind !== 'path' || members.length > 0 || (name !== 'has' && name !== 'size')) return other()
    return isMember(of.steps) ? { op: name, steps: of.steps } : other()
  }

  #list(): Operand {
    const values: unknown[] = []
    do {
      const token = this.#next()
      if (token.kind !== 'value') return other()
      values.push(token.value)
    } while (this.#takes(','))
    this.#expect(']')
    return { op: 'list', values }
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at]
  }

  #is(sign: string): boolean {
    const token = this.#peek()
    return token?.kind === 'sign' && token.sign === sign
  }

  #takes(sign: string): boolean {
    const found = this.#is(sign)
    if (found) this.#at++
    return found
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) other()
  }

  #next(): Token {
    const token = this.#peek()
    this.#at++
    return token ?? other()
  }
}

function other(): never {
  throw new Other()
}

/** Of a name alone, `row` or `today`, the engine knows more than its value says. */
const isMember = (steps: readonly string[]): boolean => steps.length > 1

/** What is joined can be true: a written value cannot, and the engine refuses it before it computes anything. */
const truth = (node: Condition): Condition =>
  node.op === 'value' || node.op === 'list' || node.op === 'size' || (node.op === 'path' && !isMember(node.steps))
    ? other()
    : node

const isRead = (node: Operand): boolean => node.op === 'path' && isMember(node.steps)
const isNumber = (node: Operand): boolean => node.op === 'value' && typeof node.value === 'number'
const isOrderable = (node: Operand): boolean =>
  node.op === 'value' && (typeof node.value === 'number' || typeof node.value === 'string')

/** One side is read: of two written ones the engine knows the kinds beforehand, and refuses some pairs. */
function comparison(sign: Comparison, left: Operand, right: Operand): Condition {
  return fits(sign, left, right) || (sign !== 'in' && fits(sign, right, left))
    ? { op: 'compare', sign, left, right }
    : other()
}

function fits(sign: Comparison, read: Operand, beside: Operand): boolean {
  if (sign === 'in') return isRead(beside) ? isRead(read) || read.op === 'value' : isRead(read) && beside.op === 'list'
  if (read.op === 'size') return isNumber(beside)
  if (!isRead(read)) return false
  return isRead(beside) || (sign === '==' || sign === '!=' ? beside.op === 'value' : isOrderable(beside))
}
