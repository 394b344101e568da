/**
 * Which texts are the same to whoever reads them. Two texts are alike if they differ in nothing but width (Ａ, A),
 * capitals, the shape of brackets, dashes and other points (（ (【 [), blanks, and what has no width. The database and
 * the code compare by the same table, so that what one of them finds the other finds, too.
 */

const INVISIBLE = '\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e'
const INVISIBLE_TOO = '\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u3164\uffa0\ufe0f\ufeff'
const WIDTHS = '\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029'
const BLANKS = ` \t\n\r\v\f\u0085\u00a0\u1680${WIDTHS}`
/** Signs that no comparison sees. */
export const UNSEEN = `${BLANKS}\u202f\u205f\u3000${INVISIBLE}${INVISIBLE_TOO}`

/** The sign that all others of a line are read as, and these. */
const SHAPES: readonly [sign: string, others: string][] = [
  ['[', '【〔〖'],
  [']', '】〕〗'],
  ['(', '﹙'],
  [')', '﹚'],
  ['"', '“”„‟'],
  ["'", '‘’‚‛`´'],
  ['-', '‐‑‒–—―−─'],
  ['~', '〜∼'],
  ['·', '•・‧∙⋅'],
  ['.', '。｡'],
  [',', '、､'],
  ['<', '《〈'],
  ['>', '》〉'],
  ['"', '「」『』'],
]

/** Full width begins so far behind ASCII. */
const FULL_WIDTH = 0xfee0
const PRINTED = Array.from({ length: 0x7e - 0x20 }, (_, i) => String.fromCharCode(0x21 + i))

const SEEN_AS: ReadonlyMap<string, string> = new Map([
  ...SHAPES.flatMap(([sign, others]) => [...others].map(other => [other, sign] as const)),
  ...PRINTED.map(sign => {
    const shape = sign === '`' ? "'" : sign.toLowerCase()
    return [String.fromCharCode(sign.charCodeAt(0) + FULL_WIDTH), shape] as const
  }),
])

/** What `translate` of a database, after `lower` of ASCII, takes out of a text, and what it puts in its place. */
export const TRANSLATED = {
  from: [...SEEN_AS.keys()].join('') + UNSEEN,
  to: [...SEEN_AS.values()].join(''),
}

const unseen: ReadonlySet<string> = new Set(UNSEEN)
const lower = (sign: string): string => (sign >= 'A' && sign <= 'Z' ? sign.toLowerCase() : sign)

/** The text that all texts alike have in common: '' where there is nothing to be seen. */
export const alike = (text: string): string =>
  [...text].map(sign => (unseen.has(sign) ? '' : (SEEN_AS.get(sign) ?? lower(sign)))).join('')

/** Sign → all that are read as it. */
const READ_AS: ReadonlyMap<string, string> = (() => {
  const all = new Map<string, string>()
  for (const [sign, seen] of SEEN_AS) all.set(seen, (all.get(seen) ?? seen) + sign)
  for (const sign of PRINTED)
    if (lower(sign) !== sign) all.set(lower(sign), (all.get(lower(sign)) ?? lower(sign)) + sign)
  return all
})()

const HEX = 16
const DIGITS = 4
const isPlain = (sign: string): boolean => /^[\p{L}\p{Nd}]$/u.test(sign) && sign.length === 1
/** As a pattern of PostgreSQL and JavaScript writes a sign that may mean something there. */
const written = (sign: string): string =>
  isPlain(sign) ? sign : `\\u${sign.charCodeAt(0).toString(HEX).padStart(DIGITS, '0')}`
/** A class of signs, those that follow each other as a range. */
function oneOf(signs: string): string {
  const codes = [...signs].map(sign => sign.charCodeAt(0)).sort((a, b) => a - b)
  if (codes.length <= 1) return written(signs)
  const runs = codes.reduce<[from: number, to: number][]>((all, code) => {
    const last = all.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else all.push([code, code])
    return all
  }, [])
  const sign = (code: number): string => written(String.fromCharCode(code))
  return `[${runs.map(([from, to]) => (from === to ? sign(from) : `${sign(from)}-${sign(to)}`)).join('')}]`
}
const BETWEEN = `${oneOf(UNSEEN)}*`

/**
 * Pattern, for the database and for JavaScript, that finds a text alike within another, as `alike` of both would. It is
 * as quick as comparing, while putting every stored text through a table takes ten times as long.
 */
export const patternOf = (text: string): string =>
  [...alike(text)].map(sign => (sign.length > 1 ? sign : oneOf(READ_AS.get(sign) ?? sign))).join(BETWEEN)

/** The words of what somebody looks for, each once: a text has to hold all of them, in any order. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\s+/)
      .map(alike)
      .filter(word => word !== ''),
  ),
]

const FULL = /[（）【】［］]/g
const HALF = /[()[\]]/g
const narrow = (text: string): string =>
  text.replace(FULL, sign => ({ '（': '(', '）': ')' })[sign] ?? ('【［'.includes(sign) ? '[' : ']'))
const wide = (text: string): string => text.replace(HALF, sign => ({ '(': '（', ')': '）', '[': '【' })[sign] ?? '】')

/**
 * The ways in which a whole text is usually stored, this one first: an index of whole texts, or of their beginnings,
 * finds each of them. Capitals or none, brackets of one width.
 */
export const waysOf = (text: string): string[] => [
  ...new Set([text, narrow(text), wide(text)].flatMap(one => [one, one.toUpperCase(), one.toLowerCase()])),
]
