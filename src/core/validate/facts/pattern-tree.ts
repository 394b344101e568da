/** A pattern, taken apart. */
export type Part =
  | { kind: 'sign'; sign: string }
  | { kind: 'sequence' | 'choice'; parts: readonly Part[] }
  | { kind: 'repeated'; part: Part; least: number; most: number }
  /** what stands before or behind, without being taken */
  | { kind: 'look'; part: Part }

const EMPTY: Part = { kind: 'sequence', parts: [] }
const SIGN =
  /^(?:\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\k<[^>]*>|\\.|\[(?:\\.|[^\]\\])*\]|.)/su
const GROUP = /^\((\?(?:[:=!]|<[=!]|<\w+>))?/
const REPEATED = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/
/** Signs that take nothing: the ends of a text and of a word. */
const PLACES: ReadonlySet<string> = new Set(['^', '$', '\\b', '\\B'])

/** Takes a pattern apart that is one: what is none, the regular expressions themselves refuse. */
export function patternTree(pattern: string): Part {
  let at = 0
  const take = (form: RegExp): RegExpExecArray | undefined => {
    const found = form.exec(pattern.slice(at)) ?? undefined
    at += found?.[0].length ?? 0
    return found
  }
  function choice(): Part {
    const parts = [sequence()]
    while (take(/^\|/)) parts.push(sequence())
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
  }
  function sequence(): Part {
    const parts: Part[] = []
    while (at < pattern.length && !/[|)]/.test(pattern[at]!)) parts.push(repeated(single()))
    return { kind: 'sequence', parts }
  }
  function single(): Part {
    const group = take(GROUP)
    if (!group) {
      const sign = take(SIGN)![0]
      return PLACES.has(sign) ? EMPTY : { kind: 'sign', sign }
    }
    const part = choice()
    take(/^\)/)
    return /[=!]$/.test(group[1] ?? '') ? { kind: 'look', part } : part
  }
  function repeated(part: Part): Part {
    const found = take(REPEATED)
    if (!found) return part
    const [, sign, least, comma, most] = found
    if (sign !== undefined)
      return { kind: 'repeated', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity }
    const few = Number(least)
    return { kind: 'repeated', part, least: few, most: comma === undefined ? few : most ? Number(most) : Infinity }
  }
  return choice()
}
