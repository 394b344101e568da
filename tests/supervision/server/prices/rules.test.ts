import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { AppDoc } from '../../../../src/core/model/settings.ts'
import { besideOf, factsOf, type Beside, type PriceGoods } from '../../../../src/supervision/server/prices/facts.ts'
import { findingsOf } from '../../../../src/supervision/server/prices/rules.ts'
import { daysBefore, type PricePoint } from '../../../../src/supervision/server/prices/windows.ts'

/** The rules as the product has them. */
const app = parse(readFileSync('schemas/app.yaml', 'utf8')) as Pick<AppDoc, 'settings'>
const NOW = '2026-06-15 08:00:00'
const DAILY: PriceGoods = { kind: '1', promised: null, promoStart: null, promoEnd: null }
const PROMOTION: PriceGoods = {
  kind: '2',
  promised: 80,
  promoStart: '2026-06-10 00:00:00',
  promoEnd: '2026-06-20 23:59:59',
}
const NOBODY = besideOf([], [])

const at = (ago: number, price: Partial<PricePoint>): PricePoint => ({
  time: daysBefore(NOW, ago),
  sale: null,
  line: null,
  final: null,
  ...price,
})
const sold = (ago: number, sale: number): PricePoint => at(ago, { sale })

interface Case {
  now: Partial<PricePoint>
  before?: PricePoint[]
  goods?: PriceGoods
  beside?: Beside
}
const rulesOf = ({ now, before = [], goods = DAILY, beside = NOBODY }: Case): string[] =>
  findingsOf(factsOf(at(0, now), goods, before, beside), app).map(({ rule }) => rule)

describe('a price is found wrong', () => {
  it('P1 when it was raised by a tenth and comes down by a tenth to what it was, and not below either', () => {
    const risen = (to: number): PricePoint[] => [sold(20, 100), sold(5, to)]
    expect(rulesOf({ now: { sale: 100 }, before: risen(112) })).toContain('P1')
    expect(rulesOf({ now: { sale: 99 }, before: risen(110) })).not.toContain('P1')
    expect(rulesOf({ now: { sale: 100 }, before: risen(109) })).not.toContain('P1')
    expect(rulesOf({ now: { sale: 101 }, before: risen(112) })).not.toContain('P1')
    // what is cheaper than before is a real discount
    expect(rulesOf({ now: { sale: 95 }, before: risen(130) })).not.toContain('P1')
    // a rise more than seven days ago, and one that nothing precedes
    expect(rulesOf({ now: { sale: 100 }, before: [sold(20, 100), sold(8, 130)] })).not.toContain('P1')
    expect(rulesOf({ now: { sale: 100 }, before: [sold(5, 130)] })).not.toContain('P1')
  })

  it('P2 when the struck-out price is above the highest deal of thirty days', () => {
    expect(rulesOf({ now: { sale: 90, line: 100.01 }, before: [sold(29, 100)] })).toContain('P2')
    expect(rulesOf({ now: { sale: 90, line: 100 }, before: [sold(29, 100)] })).not.toContain('P2')
    // what somebody really paid counts, and what lies further back does not
    expect(rulesOf({ now: { line: 100 }, before: [at(3, { sale: 120, final: 99 })] })).toContain('P2')
    expect(rulesOf({ now: { line: 110 }, before: [sold(31, 120), sold(4, 100)] })).toContain('P2')
    expect(rulesOf({ now: { line: 110 } })).not.toContain('P2')
  })

  it('P3 when a promotion costs more than the lowest deal of the seven days before it', () => {
    const before = [sold(12, 90), sold(11, 85), sold(2, 70)]
    const now = (final: number): Case => ({ now: { sale: 99, final }, before, goods: PROMOTION })
    // the promotion's own prices are no measure of it: 2 days ago it was on
    expect(rulesOf(now(85.01))).toContain('P3')
    expect(rulesOf(now(85))).not.toContain('P3')
    expect(rulesOf({ ...now(99), goods: DAILY })).not.toContain('P3')
    expect(rulesOf({ ...now(99), goods: { ...PROMOTION, promoEnd: '2026-06-14 23:59:59' } })).not.toContain('P3')
    expect(rulesOf({ ...now(99), before: [sold(12, 90)] })).toContain('P3')
    expect(rulesOf({ ...now(99), before: [sold(13, 90)] })).not.toContain('P3')
  })

  it('P4 when it rises by a fifth within a day', () => {
    expect(rulesOf({ now: { sale: 120 }, before: [sold(1, 100)] })).toContain('P4')
    expect(rulesOf({ now: { sale: 119.99 }, before: [sold(1, 100)] })).not.toContain('P4')
    expect(rulesOf({ now: { sale: 130 }, before: [sold(3, 100)] })).not.toContain('P4')
    expect(rulesOf({ now: { sale: 130 }, before: [sold(2, 100), sold(1, 125)] })).not.toContain('P4')
  })

  it('P5 when there is none', () => {
    expect(rulesOf({ now: { sale: null } })).toEqual(['P5'])
    expect(rulesOf({ now: { sale: 0 } })).toContain('P5')
    expect(rulesOf({ now: { sale: 0.01 } })).not.toContain('P5')
  })

  it('P6 when it is below half of what the same kind costs', () => {
    const beside = besideOf([80, 100, 120], [])
    expect(rulesOf({ now: { sale: 49.99 }, beside })).toContain('P6')
    expect(rulesOf({ now: { sale: 50 }, beside })).not.toContain('P6')
    // two others are no average
    expect(rulesOf({ now: { sale: 10 }, beside: besideOf([100, 100], []) })).not.toContain('P6')
    expect(rulesOf({ now: { sale: null }, beside })).not.toContain('P6')
  })

  it('P7 when the final price is above what was promised', () => {
    expect(rulesOf({ now: { sale: 99, final: 80.01 }, goods: PROMOTION })).toContain('P7')
    expect(rulesOf({ now: { sale: 99, final: 80 }, goods: PROMOTION })).not.toContain('P7')
    expect(rulesOf({ now: { sale: 99, final: 90 }, goods: { ...PROMOTION, promised: null } })).not.toContain('P7')
  })

  it('P8 when it is three times what the same goods cost elsewhere', () => {
    const beside = besideOf([], [40, 33])
    expect(rulesOf({ now: { sale: 99 }, beside })).toContain('P8')
    expect(rulesOf({ now: { sale: 98.99 }, beside })).not.toContain('P8')
    expect(rulesOf({ now: { sale: 500 } })).not.toContain('P8')
  })

  it('with how far it is from what it is judged against', () => {
    const facts = factsOf(at(0, { sale: 125 }), DAILY, [sold(1, 100)], NOBODY)
    expect(findingsOf(facts, app)).toEqual([{ rule: 'P4', abnormal: 125, base: 100, rate: 25 }])
  })

  it('by the threshold of its customer or area', () => {
    const stricter = { settings: { ...app.settings, priceRules: { P4: '=price.sale >= price.previous * 1.1' } } }
    const facts = factsOf(at(0, { sale: 112 }), DAILY, [sold(1, 100)], NOBODY)
    expect(findingsOf(facts, app)).toEqual([])
    expect(findingsOf(facts, stricter).map(({ rule }) => rule)).toEqual(['P4'])
  })
})
