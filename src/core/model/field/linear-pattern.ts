import { RE2JS } from 're2js'

/** Where a pattern was found: offsets of UTF-16 units. */
export interface Found {
  from: number
  to: number
}

/**
 * A pattern that takes time in proportion to the text, whatever the two say: RE2 tries all ways at once. JavaScript's
 * own engine tries one after another, and thirty signs are enough for some patterns to stop a server.
 */
export interface LinearPattern {
  isIn(text: string): boolean
  /** at most so many places, in their order, one behind another */
  placesIn(text: string, most: number): Found[]
}

/** JavaScript's blanks, some of which RE2's `\s` leaves out, as they stand within brackets. */
const BLANKS = '\\s\\v\\p{Z}\\x{feff}'
const PIECE = /\\p\{(?:Script|sc)=(\w+)\}|\\[sS]|\\[\s\S]|[[\]]|[^\\[\]]+/g

/** What JavaScript writes otherwise than RE2. */
function inRe2(source: string): string {
  let isClass = false
  const pieces = source.replace(PIECE, (piece: string, script: string | undefined) => {
    if (script !== undefined) return `\\p{${script}}`
    // RE2 would take it for the letter
    if (piece === '\\k') throw new SyntaxError(source)
    if (piece === '[') isClass = true
    if (piece === ']') isClass = false
    if (piece === '\\s') return isClass ? BLANKS : `[${BLANKS}]`
    return piece === '\\S' && !isClass ? `[^${BLANKS}]` : piece
  })
  return RE2JS.translateRegExp(pieces)
}

function made(source: string): LinearPattern | undefined {
  try {
    const pattern = RE2JS.compile(inRe2(source))
    return {
      isIn: text => pattern.matcher(text).find(),
      placesIn: (text, most) => {
        const matcher = pattern.matcher(text)
        const places: Found[] = []
        while (places.length < most && matcher.find()) places.push({ from: matcher.start(), to: matcher.end() })
        return places
      },
    }
  } catch {
    return undefined
  }
}

const MOST_KEPT = 500
const kept = new Map<string, LinearPattern | undefined>()

/**
 * The pattern that a text says in JavaScript's words; undefined where it is none, or asks for what no engine does in
 * linear time: a look ahead or back, what was found before, more than a thousand repetitions.
 */
export function linearPattern(source: string): LinearPattern | undefined {
  if (!kept.has(source)) {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(source, made(source))
  }
  return kept.get(source)
}
