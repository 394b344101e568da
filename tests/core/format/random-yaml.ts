/** A random YAML file with comments and empty lines wherever they may stand; the same seed gives the same file. */
export function randomYaml(seed: number): string {
  const dice = new Dice(seed)
  const head = dice.of(['', '', '# yaml-language-server: x\n', '# head\n\n', '\n\n# head\n'])
  return head + new Writer(dice).members('', 0) + dice.of(['', '', '# end\n', '\n\n# end\n\n# of all\n', '\n'])
}

/** mulberry32: small, and even enough for tests */
export class Dice {
  #state: number
  constructor(seed: number) {
    this.#state = seed
  }
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!
  }
}

const LONG = 'a text that takes a good part of a line of a file'
const SCALARS = [
  '1',
  '01',
  '0x1F',
  '+1.50',
  'true',
  'null',
  '~',
  'word',
  "'01'",
  "'it''s'",
  '"a\\u4e2d: #"',
  'a:b#c',
  '网店名称',
]
const IN_BLOCK = ['it, is [so]', 'row.a == 1 && b', `${LONG}, ${LONG}, ${LONG}`]
const TEXTS = [
  '|\n@text\n\n@  more\n',
  '>-\n@fold\n@me\n',
  '|+\n@keep\n\n\n',
  '|2\n@ blank\n',
  'text\n@of lines\n',
  "'quoted\n\n@lines'\n",
]

class Writer {
  readonly #dice: Dice
  #names = 0
  constructor(dice: Dice) {
    this.#dice = dice
  }

  /** Members of a map or items of a list, each on lines of its own that begin with `pad`. */
  members(pad: string, depth: number): string {
    const isList = depth > 0 && this.#dice.below(3) === 0
    const count = 1 + this.#dice.below(4)
    let text = ''
    for (let at = 0; at < count; at++) text += this.#above(pad) + this.#member(pad, isList, depth)
    return text
  }

  #member(pad: string, isList: boolean, depth: number): string {
    const head = `${pad}${isList ? '-' : `${this.#key()}:`}`
    const kind = this.#dice.below(depth < 3 ? 10 : 6)
    if (kind === 0) return `${head}${this.#behind()}\n${isList ? '' : this.#dice.of(['', '', `${pad}   # within\n`])}`
    if (kind === 1) return `${head} ${this.#dice.of(TEXTS).replaceAll('@', `${pad}  `)}`
    if (kind < 4) return `${head} ${this.#dice.of([...SCALARS, ...IN_BLOCK])}${this.#behind()}\n`
    if (kind < 6) return `${head} ${this.#flow(pad, 0)}${this.#behind()}\n`
    return `${head}${this.#behind()}\n${this.members(`${pad}${this.#dice.of(['  ', '   '])}`, depth + 1)}`
  }

  #flow(pad: string, depth: number): string {
    const isList = this.#dice.below(2) === 0
    const items: string[] = []
    for (let left = this.#dice.below(6); left > 0; left--) {
      const value =
        depth < 2 && this.#dice.below(3) === 0 ? this.#flow(pad, depth + 1) : this.#dice.of([...SCALARS, LONG])
      items.push(
        isList ? value : this.#dice.of([`${this.#key()}: ${value}`, `${this.#key()}:`, `${this.#key()}: ${value}`]),
      )
    }
    const between = this.#dice.of([
      ', ',
      ',',
      ' , ',
      `,\n${pad}   `,
      `, # comma\n${pad}   `,
      ` # item\n\n${pad}    # own\n${pad}   , `,
    ])
    const isCommented = this.#dice.below(12) === 0
    const body = items.join(this.#dice.below(4) === 0 ? between : ', ')
    const [open, close] = isList ? ['[', ']'] : ['{', '}']
    return isCommented
      ? `${open} # open\n${pad}   ${body} # last\n${pad}   ${close}`
      : `${open}${this.#dice.of(['', ' '])}${body}${close}`
  }

  #key(): string {
    const name = `key${this.#names++}`
    return this.#dice.of([name, name, `'${name}'`, `"${name}"`, `0${this.#names}`])
  }

  #above(pad: string): string {
    return this.#dice.of([
      '',
      '',
      '',
      '',
      '\n',
      '\n\n\n',
      `${pad}# above\n`,
      `\n${pad}# above\n\n${pad} # more\n`,
      `${pad}  # deeper\n\n`,
    ])
  }

  #behind(): string {
    return this.#dice.of(['', '', '', '   ', ' # behind', ' #behind', ` # behind ${LONG} ${LONG} ${LONG}`])
  }
}
