import { EMPTY } from '../../../fields/cells/cells.tsx'
import type { Draw } from '../../../fields/values/definition.ts'
import { blank, keysOf, plain } from '../../../fields/values/text.ts'

/** Splits a text so that every second piece is one of the words. If several match at a place, the longest is taken. */
export function pieces(text: string, words: readonly string[]): string[] {
  const known = [...new Set(words.map(word => word.trim()).filter(Boolean))].sort((a, b) => b.length - a.length)
  if (known.length === 0) return [text]
  return text.split(new RegExp(`(${known.map(word => word.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')).join('|')})`))
}

/** Highlights the words of another field of the row. */
export const markedDraw =
  (field: string): Draw =>
  (value, row) => {
    if (blank(value)) return EMPTY
    const words = keysOf(row[field]).flatMap(word => word.split(/[，、;；]/))
    return (
      <span className="long">
        {pieces(plain(value), words).map((piece, i) => (i % 2 ? <mark key={i}>{piece}</mark> : piece))}
      </span>
    )
  }
