import { rounded } from '../model/field/rounded.ts'

const MOST_DIGITS = 2

/** With thousands separators; without `digits` as many as there are, `most` at most. */
export function numberText(value: number, digits?: number, most = MOST_DIGITS): string {
  const shown = digits ?? most
  const exact = rounded(value, shown)
  const text = Math.abs(exact).toFixed(shown)
  const [whole = '0', behind = ''] = text.split('.')
  const part = digits === undefined ? behind.replace(/0+$/, '') : behind
  const sign = exact < 0 ? '-' : ''
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${part && `.${part}`}`
}
