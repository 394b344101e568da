import type { FieldDoc, FieldKind } from './fields.ts'
import { waysOf } from './alike.ts'
import { legible } from './legible.ts'
import { DATE_KINDS, NUMBER_KINDS, TEXT_KINDS } from './traits.ts'

/** What is to be known of a field to tell how its values are written. */
export type Written = Pick<FieldDoc, 'letters' | 'search' | 'unit'> & {
  kind: FieldKind
  multiple?: boolean | undefined
}

const BLANKS = /\s+/g
const DASHES = /[‐‑‒–—―−─]/g
const narrow = (text: string): string => text.normalize('NFKC').replace(DASHES, '-')

const creditCode = (text: string): string =>
  narrow(text)
    .replace(/[\s-]+/g, '')
    .toUpperCase()

/** (0551)6263 1234 is 0551-62631234, and +86 belongs to no mobile number of the country. */
const phone = (text: string): string =>
  narrow(text)
    .replace(BLANKS, '')
    .replace(/\((\d+)\)-?/g, '$1-')
    .replace(/^(?:\+|00)86-?(?=1\d{10}$)/, '')

/** Scheme and host have no capitals; what stands behind them may. */
const address = (text: string): string =>
  text
    .replace(/[！-～]/g, sign => sign.normalize('NFKC'))
    .replace(
      /^([a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?)([^/?#]*)/i,
      (_, scheme: string, host: string) =>
        (scheme.includes('@') ? scheme.replace(/^[^:]+/, name => name.toLowerCase()) : scheme.toLowerCase())
        + host.replaceAll('。', '.').toLowerCase(),
    )

/** Letters, digits and what joins them in numbers and codes; brackets and points of Chinese stay as they are. */
const codeLike = (text: string): string =>
  text.replace(/[０-９Ａ-Ｚａ-ｚ－．／＿＋＃＠]/g, sign => sign.normalize('NFKC'))

function inLetters(text: string, letters: NonNullable<FieldDoc['letters']>): string {
  const code = narrow(text).replace(BLANKS, '').replaceAll('。', '.')
  return letters === 'kept' ? code : letters === 'upper' ? code.toUpperCase() : code.toLowerCase()
}

const isGrouped = (text: string): boolean => /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text)

/** 1,234.50, １２ and 12。5 are numbers, too; so is one with its own unit behind it. */
function number(text: string, { kind, unit }: Written): string {
  const plain = narrow(text).replaceAll('。', '.').replace(BLANKS, '')
  const bare = kind === 'money' ? plain.replace(/^[¥$]/, '') : kind === 'percent' ? plain.replace(/%$/, '') : plain
  const alone = unit !== undefined && unit !== '' && bare.endsWith(unit) ? bare.slice(0, -unit.length) : bare
  return isGrouped(alone) ? alone.replaceAll(',', '') : alone
}

function text(given: string, field: Written): string {
  if (field.kind === 'uscc') return creditCode(given)
  if (field.kind === 'phone') return phone(given)
  if (field.kind === 'url') return address(given)
  if (field.letters !== undefined) return inLetters(given, field.letters)
  return isCode(field) ? codeLike(given) : given
}

/** Whether values are numbers or codes, which are looked up as a whole or by their beginning. */
export const isCode = ({ kind, search, letters }: Written): boolean =>
  kind === 'uscc'
  || kind === 'phone'
  || (kind === 'text' && (letters !== undefined || search === 'exact' || search === 'prefix'))

/**
 * A value as it is stored: what a form, a call and a spreadsheet bring is written in many ways, and stored in one. Not
 * whether it is valid: see `readerOf`.
 */
export function cleaned(field: Written, given: string): string {
  const plain = legible(given).trim()
  if (field.multiple) return plain
  if (TEXT_KINDS.has(field.kind)) return text(plain, field).trim()
  if (NUMBER_KINDS.has(field.kind)) return number(plain, field)
  return DATE_KINDS.has(field.kind) ? narrow(plain) : plain
}

/** The ways in which a whole value that somebody looks for may be stored, also from before it was cleaned. */
export function storedWays(field: Written, given: string): string[] {
  const [clean, plain] = [cleaned(field, given), given.trim()]
  return [...new Set(field.kind === 'uscc' ? [clean] : field.kind === 'phone' ? [clean, plain] : waysOf(clean))]
}
