import type { Origin } from '../diagnostic/diagnostic.ts'
import { isOfMap, ORDER, type Entry, type MapNode, type Scalar } from './node.ts'

/** What is written is not in the form that these readers know: the yaml library has to read the file. */
export class NotFormed extends Error {
  override readonly name = 'NotFormed'
}

export function notFormed(): never {
  throw new NotFormed()
}

/** What may be something else than a text, and what surely is a text or a number of these. */
const OTHER = /^(?:[-+.\d~]|null|true|false)/i
const NUMBER = /^(?:0|-?[1-9]\d{0,14})(?:\.\d{1,9})?$/
const KEYWORDS = new Map<string, Scalar>([
  ['true', true],
  ['false', false],
  ['null', null],
])
/** Every other way to write something that is no text: 007, 0x1F, +1, 1e3, .inf, ~, True. */
const UNCERTAIN = /^(?:[-+]?(?:\.?\d[\d.]*(?:e[-+]?\d+)?|\.inf|\.nan)|0[xo][\da-f]+|~|null|true|false)$/i

/** The value of a text without quotes. */
export function plainValue(text: string): Scalar {
  if (!OTHER.test(text)) return text
  const word = KEYWORDS.get(text)
  if (word !== undefined) return word
  if (NUMBER.test(text)) return Number(text)
  return UNCERTAIN.test(text) ? notFormed() : text
}

/** The names of one map: equal ones are an error that the library reports. */
export class Names {
  readonly entries = new Map<string, Entry>()
  readonly #said: Pick<MapNode, 'order' | 'only'> = {}
  #numbers: Set<number> | undefined

  /** `isQuoted`: a name that looks like a number is none. */
  add(name: string, entry: Entry, isQuoted: boolean): void {
    if (this.entries.has(name) || name === '<<') notFormed()
    if (!isQuoted && OTHER.test(name)) this.#addOther(name)
    if (!isOfMap(name)) return void this.entries.set(name, entry)
    const word = name === ORDER ? 'order' : 'only'
    if (this.#said[word] !== undefined || entry.value.type !== 'list') notFormed()
    this.#said[word] = entry.value
  }

  /** To YAML the names 01 and 1 are one. */
  #addOther(name: string): void {
    if (!/^\d{1,15}$/.test(name)) {
      if (plainValue(name) !== name) notFormed()
      return
    }
    this.#numbers ??= new Set()
    if (this.#numbers.has(Number(name))) notFormed()
    this.#numbers.add(Number(name))
  }

  map(origin: Origin): MapNode {
    return { type: 'map', entries: this.entries, origin, ...this.#said }
  }
}
