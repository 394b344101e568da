import { conditionHolds } from '../../../core/expression/compile.ts'
import type { AppDoc } from '../../../core/model/settings.ts'
import type { PriceFacts } from './facts.ts'

const MEMBERS: Readonly<Record<keyof PriceFacts, 'double' | 'string' | 'bool'>> = {
  kind: 'string',
  sale: 'double',
  line: 'double',
  final: 'double',
  promised: 'double',
  promoting: 'bool',
  previous: 'double',
  low7: 'double',
  high7: 'double',
  usual: 'double',
  high30: 'double',
  peers: 'double',
  cheapest: 'double',
}
/** settings.priceRules and settings.priceBases of app.yaml: a customer may have rules of its own */
export const PRICE_SETTINGS = {
  priceRules: { '*': { kind: 'condition', variable: 'price', members: MEMBERS } },
  priceBases: { '*': { kind: 'text' } },
} as const

/** A rule that holds, the price that it is about, and what that was judged against; yuan, null where there is none. */
export interface Finding {
  rule: string
  abnormal: number | null
  base: number | null
  /** how far the price is from its base, in per cent */
  rate: number | null
}

const round = (value: number): number => Math.round(value * 100) / 100
const deviation = (abnormal: number | null, base: number | null): number | null =>
  abnormal === null || base === null || base === 0 ? null : round((abnormal / base - 1) * 100)

function pricesOf(facts: PriceFacts, bases: unknown): Pick<Finding, 'abnormal' | 'base'> {
  const [abnormal = '', base = ''] = String(bases ?? '').split('/')
  const price = (name: string): number | null => {
    const value: unknown = Object.hasOwn(facts, name) ? facts[name as keyof PriceFacts] : null
    return typeof value === 'number' ? round(value) : null
  }
  return { abnormal: price(abnormal), base: price(base) }
}

/** A rule holds of no record that lacks what it reckons with. */
const holds = (text: string, facts: PriceFacts): boolean => conditionHolds(text, { price: facts })

/** The rules that hold of a record, as a customer's or area's app.yaml has them. */
export function findingsOf(facts: PriceFacts, { settings }: Pick<AppDoc, 'settings'>): Finding[] {
  const [rules, bases] = [settings?.['priceRules'] ?? {}, settings?.['priceBases'] ?? {}]
  return Object.entries(rules).flatMap(([rule, text]) => {
    if (typeof text !== 'string' || !holds(text, facts)) return []
    const prices = pricesOf(facts, (bases as Record<string, unknown>)[rule])
    return [{ rule, ...prices, rate: deviation(prices.abnormal, prices.base) }]
  })
}
