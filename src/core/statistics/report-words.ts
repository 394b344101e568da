import type { Figures, FiguresProblem, MeasureFacts } from '../contract/statistics.ts'
import type { BoardWidget } from '../contract/pages.ts'
import { changeWord, saidOnce, type CompareKey } from '../contract/compared.ts'
import { numberText } from '../contract/number-text.ts'
import { shifted } from '../model/field/rounded.ts'

/**
 * The words of a report: `{name}` of a template is a given word, or what a widget's number says. Reports are official
 * documents in Chinese, whatever the reader's language.
 */
export const REPORT_WORDS = ['area', 'period', 'unit', 'record'] as const

/** What may stand behind a widget's measure: its change. */
export const REPORT_CHANGES: readonly CompareKey[] = ['previous', 'lastYear']

/** In place of a measure: the first groups with their numbers. */
export const TOP = 'top'
const TOP_GROUPS = 3
export const NO_NUMBER = '—'
const DENIED = '（无权查看）'
const PERCENT = 2
const RATE_DIGITS = 1

export interface CountedWidget {
  widget: BoardWidget
  figures: Figures | FiguresProblem
}

/** A name in braces: a word alone, or a widget with its measure or `top`, and a comparison. */
export interface ReportName {
  text: string
  widget?: string
  part?: string
  change?: string
}
const NAME = /\{([\w.]+)\}/g
export const namesIn = (template: string): ReportName[] =>
  [...template.matchAll(NAME)].map(([, text = '']) => {
    const [first = '', part, change] = text.split('.')
    return {
      text,
      ...(part === undefined ? {} : { widget: first, part }),
      ...(change === undefined ? {} : { change }),
    }
  })

/** A template with its names replaced; one that nothing stands for stays as it is. */
export const filledIn = (
  template: string,
  words: Readonly<Record<string, string>>,
  counted: ReadonlyMap<string, CountedWidget>,
): string =>
  withoutRepeats(template, counted).replace(NAME, (whole, text: string) => {
    const [name] = namesIn(`{${text}}`)
    const of = name?.widget === undefined ? undefined : counted.get(name.widget)
    return (of && name ? said(of, name) : words[text]) ?? whole
  })

const PREVIOUS = /[，、；]\{([\w.]+)\.previous\}|\{([\w.]+)\.previous\}[，、；]?/g
/** Of a year the period before is the same period last year: where both are asked for, it is said once. */
const withoutRepeats = (template: string, counted: ReadonlyMap<string, CountedWidget>): string =>
  template.replace(PREVIOUS, (whole, behind: string | undefined, ahead: string | undefined) => {
    const name = behind ?? ahead ?? ''
    const of = counted.get(name.split('.')[0] ?? '')?.figures
    const asked = REPORT_CHANGES.filter(key => template.includes(`{${name}.${key}}`))
    return of && hasFigures(of) && !saidOnce(of, asked).includes('previous') ? '' : whole
  })

export const hasFigures = (figures: Figures | FiguresProblem): figures is Figures => !('state' in figures)

function said({ widget, figures }: CountedWidget, { part = '', change }: ReportName): string | undefined {
  if (!hasFigures(figures)) return DENIED
  if (part === TOP) return topWords(widget, figures)
  const at = figures.measures.indexOf(part)
  const measure = widget.measures.find(({ name }) => name === part)
  if (at < 0 || !measure) return undefined
  if (change === undefined) return valueWords(figures.total.values[at], measure)
  return changeWords(figures, at, measure, change as CompareKey)
}

/** Number and unit: 1,234件, 83.5%. */
export function valueWords(value: number | null | undefined, measure: MeasureFacts): string {
  if (value === null || value === undefined) return NO_NUMBER
  return `${bareNumber(value, measure)}${measure.kind === 'share' ? '%' : (measure.unit ?? '')}`
}

/** The number alone; its unit stands in the head of a table. */
export function bareNumber(value: number | null | undefined, { kind, digits }: MeasureFacts): string {
  if (value === null || value === undefined) return NO_NUMBER
  if (kind === 'share') return numberText(shifted(value, PERCENT), digits ?? RATE_DIGITS)
  return numberText(value, digits ?? (kind === 'count' || kind === 'distinct' || kind === 'stock' ? 0 : undefined))
}

/** 环比上升12.5%, 同比下降1.2个百分点, 环比持平; without a base there is no rate: 上期为0. */
export function changeWords(figures: Figures, at: number, measure: MeasureFacts, change: CompareKey): string {
  const { total } = figures
  const [now, then] = [total.values[at], total[change]?.[at]]
  const word = changeWord(figures, change)
  if (now === null || now === undefined || then === null || then === undefined) return `${word}无可比数`
  const difference = now - then
  if (difference === 0) return `${word}持平`
  const isShare = measure.kind === 'share'
  if (!isShare && then === 0) return word === '环比' ? '上期为0' : '上年同期为0'
  const amount = isShare
    ? numberText(shifted(Math.abs(difference), PERCENT), measure.digits ?? RATE_DIGITS)
    : numberText(shifted(Math.abs(difference / then), PERCENT), RATE_DIGITS)
  // 上升0.0% is none
  if (!/[1-9]/.test(amount)) return `${word}持平`
  return `${word}${difference > 0 ? '上升' : '下降'}${amount}${isShare ? '个百分点' : '%'}`
}

/** The first groups of the first measure that have anything: 甲12件、乙8件、丙5件. */
function topWords({ measures: [measure] }: BoardWidget, figures: Figures): string {
  if (!measure) return NO_NUMBER
  const groups = figures.rows.filter(({ values, rest }) => !rest && (values[0] ?? 0) !== 0).slice(0, TOP_GROUPS)
  if (groups.length === 0) return '没有数据'
  return groups.map(row => `${row.labels.join(' ')}${valueWords(row.values[0], measure)}`).join('、')
}
