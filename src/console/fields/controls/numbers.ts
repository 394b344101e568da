import type { FieldKind } from '../../../core/model/documents.ts'
import { blank, plain } from '../values/text.ts'

/** Places after the point that values of a kind have; undefined: as many as are written. */
export const digitsOf = (kind: FieldKind): number | undefined => (kind === 'int' ? 0 : kind === 'money' ? 2 : undefined)

/** A number as its field shows it. */
export const fixedText = (value: unknown, digits: number | undefined): string =>
  blank(value) || digits === undefined || Number.isNaN(Number(value)) ? plain(value) : Number(value).toFixed(digits)

/** What Chinese keyboards write in full width. */
const narrow = (text: string): string =>
  text.replace(/[０-９．－＋]/g, char => String.fromCharCode(char.charCodeAt(0) - 0xfee0)).replaceAll('。', '.')

/** The number that is written here; null where nothing is, and the text itself where it is none. */
export function numberIn(text: string, digits: number | undefined): number | string | null {
  const written = narrow(text).replace(/[\s,，]/g, '')
  if (written === '') return null
  const number = Number(written)
  if (!Number.isFinite(number)) return text
  return digits === undefined ? number : Number(number.toFixed(digits))
}
