import type { MeasureFacts } from '../../../core/contract/statistics.ts'
import { numberText } from '../../../core/contract/number-text.ts'
import { rounded, shifted } from '../../../core/model/field/rounded.ts'
import { chosenLanguage, t } from '../../i18n/t.ts'

export { numberText, rounded, shifted }

/** What of a measure says how its numbers are written. */
export type Written = Pick<MeasureFacts, 'kind' | 'unit' | 'digits'>

export const NO_NUMBER = '–'
/** a change from nothing: there is no rate */
export const NO_CHANGE = '—'
const PERCENT = 2
const SHARE_DIGITS = 1

/** A Latin unit stands apart from its number. */
export const behind = (unit: string): string => (/^[A-Za-z]/.test(unit) ? ` ${unit}` : unit)

/** Numbers of one axis, or of one column, are told in one unit. */
export interface Scale {
  divisor: number
  unit: string
}
const ONE = 1
const WORDS: Record<'zh' | 'other', [least: number, word: string][]> = {
  zh: [
    [1e8, '亿'],
    [1e4, '万'],
  ],
  other: [
    [1e9, 'bn'],
    [1e6, 'm'],
    [1e4, 'k'],
  ],
}
const DIVISORS: Record<string, number> = { 亿: 1e8, 万: 1e4, bn: 1e9, m: 1e6, k: 1e3 }

/** 万 and 亿 for numbers up to `most`: 万元 becomes 亿元 and never 万万元. */
export function scaleOf(most: number, { kind, unit = '' }: Written): Scale {
  if (kind === 'share') return { divisor: ONE, unit: '%' }
  const isChinese = chosenLanguage() === 'zh'
  const size = Math.abs(most)
  if (isChinese && unit.startsWith('亿')) return { divisor: ONE, unit }
  if (isChinese && unit.startsWith('万'))
    return size >= 1e4 ? { divisor: 1e4, unit: `亿${unit.slice(1)}` } : { divisor: ONE, unit }
  const [, word = ''] = WORDS[isChinese ? 'zh' : 'other'].find(([least]) => size >= least) ?? []
  const said = t(unit)
  return { divisor: DIVISORS[word] ?? ONE, unit: isChinese ? `${word}${said}` : [word, said].filter(Boolean).join(' ') }
}

/** The number alone, in the unit of the scale; with `digits` as many behind the point, for numbers below each other. */
export function scaledText(value: number | null | undefined, measure: Written, scale: Scale, digits?: number): string {
  if (value === null || value === undefined) return NO_NUMBER
  if (measure.kind === 'share') return numberText(shifted(value, PERCENT), measure.digits ?? SHARE_DIGITS)
  return scale.divisor === ONE ? exactText(value, measure) : numberText(value / scale.divisor, digits)
}

/** The number alone, to its last digit. */
const exactText = (value: number, { kind, digits }: Written): string =>
  numberText(value, digits ?? (kind === 'count' || kind === 'distinct' ? 0 : undefined))

/** Number and unit: 1,234件, 83.5%. */
export function valueText(value: number | null | undefined, measure: Written): string {
  if (value === null || value === undefined) return NO_NUMBER
  if (measure.kind === 'share') return `${numberText(shifted(value, PERCENT), measure.digits ?? SHARE_DIGITS)}%`
  return `${exactText(value, measure)}${behind(t(measure.unit ?? ''))}`
}

const SHORT_FROM = 1e6
/** Number and unit for a narrow place: 123.46万件; the exact number belongs beside it. */
export function shortText(value: number | null | undefined, measure: Written, from = SHORT_FROM): [string, string] {
  const isLong = value !== null && value !== undefined && Math.abs(value) >= from
  const scale = isLong ? scaleOf(value, measure) : { divisor: ONE, unit: scaleOf(0, measure).unit }
  return [scaledText(value, measure, scale), value === null || value === undefined ? '' : scale.unit]
}
