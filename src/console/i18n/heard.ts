import { chosenLanguage, fill, t, textsNow } from './t.ts'

/** A text with values put in, as it is recognised again. */
interface Pattern {
  said: RegExp
  /** names of its values, in order */
  names: string[]
  translated: string
}

let known: { of: Record<string, string>; patterns: Pattern[] } | undefined

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const PLACE = /\{(\w+)\}/
/** A value reaches no further than its reason: several stand in a row, apart by this mark. */
const VALUE = '([^；]*?)'

/** Those with most words of their own first: the others would take what these mean for a value. */
function patterns(): Pattern[] {
  const of = textsNow()
  if (known?.of === of) return known.patterns
  const found = Object.entries(of)
    .filter(([text]) => PLACE.test(text))
    .map(([text, translated]) => {
      const parts = text.split(PLACE)
      const own = parts.filter((_, i) => i % 2 === 0)
      return {
        said: new RegExp(`^${own.map(escaped).join(VALUE)}$`, 's'),
        names: parts.filter((_, i) => i % 2 === 1),
        translated,
        words: own.join('').length,
      }
    })
    .filter(({ words }) => words > 0)
    .toSorted((a, b) => b.words - a.words)
  known = { of, patterns: found }
  return found
}

/** How deep values may have values in them: a row of a table with its field, and what is wrong with that. */
const DEEPEST = 4

/**
 * What the server said, in the language that is read here: its texts come in Chinese, with values put in already. What
 * is not known stays as it is.
 */
export function heard(message: string, depth = 0): string {
  if (chosenLanguage() === 'zh' || message === '' || depth > DEEPEST) return message
  const whole = t(message)
  if (whole !== message || !/\p{Script=Han}/u.test(message)) return whole
  const apart = knownApart(message, depth)
  if (apart !== undefined) return apart
  for (const { said, names, translated } of patterns()) {
    const match = said.exec(message)
    if (match)
      return fill(translated, Object.fromEntries(names.map((name, i) => [name, heard(match[i + 1] ?? '', depth + 1)])))
  }
  return several(message, depth)
}

/** No text has more of the mark in it: hundreds of reasons of a batch are not tried in every combination. */
const MOST_PARTS = 4

/** Reasons in a row, one of which is a text with the mark in it that sets them apart. */
function knownApart(message: string, depth: number): string | undefined {
  const parts = message.split('；')
  for (let from = 0; from < parts.length; from++)
    for (let to = Math.min(parts.length, from + MOST_PARTS); to > from + 1; to--) {
      const text = parts.slice(from, to).join('；')
      const translated = t(text)
      if (translated === text) continue
      const around = [parts.slice(0, from), parts.slice(to)].map(some => some.join('；'))
      const [before, after] = around.map(one => (one === '' ? [] : [heard(one, depth + 1)]))
      return [...(before ?? []), translated, ...(after ?? [])].join('; ')
    }
  return undefined
}

/** Reasons that the server put one after the other, and names in a list. */
function several(message: string, depth: number): string {
  const mark = ['；', '、'].find(one => message.includes(one))
  if (mark === undefined) return message
  return message
    .split(mark)
    .map(part => heard(part, depth + 1))
    .join(mark === '；' ? '; ' : ', ')
}
