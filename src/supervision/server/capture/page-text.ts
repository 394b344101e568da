/** Longest texts that a page says of itself and that are kept beside the evidence. Its files hold them whole. */
export const LONGEST = { title: 300, address: 2000, said: 500 } as const

const CUT = '…（过长，已截断）'
const BREAKS = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu
/** Control signs, halves of pairs, and signs that turn the direction in which a text is written. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** A text of a page or its server as it may stand in records and documents: what is too long is cut, and says so. */
export function pageText(text: string, most: number): string {
  // what is far too long is not read to its end
  const plain = text
    .slice(0, 2 * most)
    .replace(BREAKS, ' ')
    .replace(UNSEEN, '')
  if (plain.length <= most && text.length <= 2 * most) return plain
  return plain.slice(0, most - CUT.length).replace(/\p{Surrogate}$/u, '') + CUT
}

/** The same of each text within a value. */
export function pageTexts(value: unknown, most: number): unknown {
  if (typeof value === 'string') return pageText(value, most)
  if (Array.isArray(value)) return value.map(one => pageTexts(one, most))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, pageTexts(one, most)]))
}
