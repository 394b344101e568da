/** Unified social credit codes (GB 32100-2015). */
const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const FORMAT = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/

export const isUscc = (code: string): boolean => FORMAT.test(code)

/** The check digit (18th character) of the first 17. */
export function usccCheckDigit(first17: string): string {
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * ALPHABET.indexOf(first17[i] ?? '0'), 0)
  return ALPHABET[(31 - (sum % 31)) % 31] ?? ''
}

/** A mismatch is only a warning: a few codes in official use fail the check. */
export const hasUsccCheckDigit = (code: string): boolean =>
  isUscc(code) && usccCheckDigit(code.slice(0, 17)) === code[17]

const ORG_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ORG_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2]

/** The check digit of an organisation code (GB 11714): its ninth character, and part of every credit code. */
export function orgCheckDigit(first8: string): string {
  const sum = ORG_WEIGHTS.reduce((total, weight, i) => total + weight * ORG_ALPHABET.indexOf(first8[i] ?? '0'), 0)
  const digit = 11 - (sum % 11)
  return digit === 10 ? 'X' : digit === 11 ? '0' : String(digit)
}
