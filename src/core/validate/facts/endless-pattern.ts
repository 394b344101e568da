import { patternTree, type Part } from './pattern-tree.ts'

/** The places of a part where a match of it may begin and end; edges between places are kept by `Automaton`. */
interface Piece {
  first: readonly number[]
  last: readonly number[]
  /** it also matches nothing */
  isEmpty: boolean
}
const NOTHING: Piece = { first: [], last: [], isEmpty: true }

/** Where a repetition has an end, so many are as good as more. */
const ENOUGH = 3

/** Which sign of a pattern may follow which. An edge that there is twice can be taken in two ways. */
class Automaton {
  readonly signs: string[] = []
  readonly next: number[][] = []
  /** patterns that are looked for beside it */
  readonly looks: Part[] = []

  add(part: Part): Piece {
    if (part.kind === 'sign') {
      const place = this.signs.push(part.sign) - 1
      this.next.push([])
      return { first: [place], last: [place], isEmpty: false }
    }
    if (part.kind === 'look') this.looks.push(part.part)
    if (part.kind === 'look') return NOTHING
    if (part.kind === 'repeated') return this.#repeated(part)
    const pieces = part.parts.map(one => this.add(one))
    if (part.kind === 'sequence') return pieces.reduce((before, piece) => this.#joined(before, piece), NOTHING)
    return {
      first: pieces.flatMap(({ first }) => first),
      last: pieces.flatMap(({ last }) => last),
      isEmpty: pieces.some(({ isEmpty }) => isEmpty),
    }
  }

  #joined(before: Piece, after: Piece): Piece {
    this.#connect(before.last, after.first)
    return {
      first: before.isEmpty ? [...before.first, ...after.first] : before.first,
      last: after.isEmpty ? [...before.last, ...after.last] : after.last,
      isEmpty: before.isEmpty && after.isEmpty,
    }
  }

  #repeated({ part, least, most }: Part & { kind: 'repeated' }): Piece {
    const isEndless = most === Infinity
    const must = Math.min(least, ENOUGH)
    const may = isEndless ? Number(must === 0) : Math.min(most - least, ENOUGH)
    let whole = NOTHING
    for (let i = 0; i < must + may; i++) {
      const piece = this.add(part)
      // the last of them stands for all that follow
      if (isEndless && i === must + may - 1) this.#connect(piece.last, piece.first)
      whole = this.#joined(whole, i < must ? piece : { ...piece, isEmpty: true })
    }
    return whole
  }

  #connect(from: readonly number[], to: readonly number[]): void {
    for (const place of from) this.next[place]!.push(...to)
  }
}

/**
 * Whether the time that a pattern takes may double with each sign of the text: there is a sign of it to which one text
 * leads back from itself in two ways.
 */
export function mayNeverEnd(pattern: string): boolean {
  const waiting = [patternTree(pattern)]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const automaton = new Automaton()
    automaton.add(part)
    waiting.push(...automaton.looks)
    if (isDoubling(automaton, pattern)) return true
  }
  return false
}

/** More signs than any pattern has that somebody wrote by hand. */
const MOST = 400

function isDoubling({ signs, next }: Automaton, pattern: string): boolean {
  if (signs.length > MOST) return true
  const alike = alikeIn(signs, pattern)
  const before = reversed(next)
  return signs.some((_, place) => {
    const back = reachedFrom([place], before)
    if (!next[place]!.some(one => back.has(one))) return false
    const inCircle = (one: number): number[] => next[one]!.filter(other => back.has(other))
    if ([...back].some(one => hasTwice(inCircle(one)) && reachedFrom([place], next).has(one))) return true
    return leadsBackTwice(place, signs.length, inCircle, alike)
  })
}

const hasTwice = (places: readonly number[]): boolean => new Set(places).size < places.length

type Alike = (one: number, other: number) => boolean

/** Whether two different ways, sign by sign alike, begin and end at a place. */
function leadsBackTwice(place: number, size: number, next: (one: number) => number[], alike: Alike): boolean {
  const steps = new Map<number, number[]>()
  const start = place * size + place
  const waiting = [start]
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    if (steps.has(pair)) continue
    const [ones, others] = [next(Math.floor(pair / size)), next(pair % size)]
    const found = ones.flatMap(one => others.flatMap(other => (alike(one, other) ? [one * size + other] : [])))
    steps.set(pair, found)
    waiting.push(...found)
  }
  const before = new Map<number, number[]>()
  for (const [from, all] of steps) for (const to of all) before.set(to, [...(before.get(to) ?? []), from])
  const back = reachedFrom([start], { get: pair => before.get(pair) ?? [] })
  return [...back].some(pair => Math.floor(pair / size) !== pair % size)
}

interface Edges {
  get(place: number): readonly number[]
}
function reachedFrom(start: readonly number[], edges: Edges | readonly (readonly number[])[]): Set<number> {
  const of = (place: number): readonly number[] => ('get' in edges ? edges.get(place) : edges[place]!)
  const found = new Set<number>()
  const waiting = [...start]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop())
    if (!found.has(place)) {
      found.add(place)
      waiting.push(...of(place))
    }
  return found
}

function reversed(next: readonly (readonly number[])[]): number[][] {
  const found = next.map((): number[] => [])
  for (const [from, all] of next.entries()) for (const to of all) found[to]!.push(from)
  return found
}

const LETTERS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
const OTHERS = ['\t', '\n', '\0', 'é', 'Я', '中', '文', '龥', '·', '，', '（', '）', '：', '“', '０', 'Ａ', '😀']

/** Which signs of a pattern match a letter in common, tried with letters of many sorts and those of the pattern. */
function alikeIn(signs: readonly string[], pattern: string): Alike {
  const letters = [...new Set([...LETTERS, ...OTHERS, ...pattern])]
  const matched = new Map<string, string[]>()
  const of = (sign: string): string[] => {
    const known = matched.get(sign) ?? letters.filter(letter => matches(sign, letter))
    matched.set(sign, known)
    return known
  }
  const known = new Map<string, boolean>()
  return (one, other) => {
    const [left, right] = [signs[one]!, signs[other]!]
    const key = `${left}\0${right}`
    let found = known.get(key)
    if (found === undefined) known.set(key, (found = of(left).some(letter => of(right).includes(letter))))
    return found
  }
}

function matches(sign: string, letter: string): boolean {
  try {
    return new RegExp(`^(?:${sign})$`, 'su').test(letter)
  } catch {
    // what stands for text that was found before may be anything
    return true
  }
}
