/** A word of an expression: a name with its members, a number, a text, or a sign. */
export type Token =
  | { kind: 'path'; steps: string[] }
  | { kind: 'value'; value: unknown }
  | { kind: 'sign'; sign: string }

const NAME = /([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)/
const NUMBER = /(\d{1,15})(?![\w.])/
const TEXT = /'([^'\\\n]*)'|"([^"\\\n]*)"/
const SIGN = /(&&|\|\||[=!<>]=|[<>!()[\],])/
const TOKEN = new RegExp(`[ \\t\\r\\n]*(?:${[NAME, NUMBER, TEXT, SIGN].map(({ source }) => source).join('|')})`, 'y')
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

/** The words of a text, or nothing where it has something else, which only the engine knows. */
export function tokensOf(text: string): Token[] | undefined {
  const found: Token[] = []
  const end = text.replace(/[ \t\r\n]+$/, '').length
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < end;) {
    const token = tokenOf(TOKEN.exec(text))
    if (!token) return undefined
    found.push(token)
  }
  return found
}

function tokenOf(match: RegExpExecArray | null): Token | undefined {
  if (!match) return undefined
  const [, name, digits, single, double, sign] = match
  if (name !== undefined) return nameOf(name)
  if (digits !== undefined) return { kind: 'value', value: Number(digits) }
  return sign === undefined ? { kind: 'value', value: single ?? double } : { kind: 'sign', sign }
}

function nameOf(name: string): Token | undefined {
  if (Object.hasOwn(WORDS, name)) return { kind: 'value', value: WORDS[name] }
  if (name === 'in') return { kind: 'sign', sign: name }
  const steps = name.split('.')
  // inherited names are not data, and reserved ones and words are refused: the engine says how
  const isOther = (step: string): boolean =>
    step in Object.prototype || RESERVED.has(step) || step === 'in' || Object.hasOwn(WORDS, step)
  return steps.some(isOther) ? undefined : { kind: 'path', steps }
}

const RESERVED = new Set(
  `as break const continue else for function if import let loop
  namespace package return var void while`.split(/\s+/),
)
