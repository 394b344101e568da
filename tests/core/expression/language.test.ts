import { describe, expect, it } from 'vitest'
import { createLanguage } from '../../../src/core/expression/language.ts'

const evaluate = (text: string): unknown => createLanguage(false).evaluate(text)

describe('what the language adds to CEL', () => {
  it.each([
    ['1 + 1.5', 2.5],
    ['1.5 + 1', 2.5],
    ['3 - 0.5', 2.5],
    ['2.5 * 2', 5],
    ['5 / 2.0', 2.5],
    ['5 % 1.5', 0.5],
    ['5.5 % 2', 1.5],
    ['5.5 % 2.0', 1.5],
  ])('computes with literals and numbers of rows alike: %s', (text, result) => expect(evaluate(text)).toBe(result))
  it.each([
    ['1 == 1.0', true],
    ['2 == 2.5', false],
    ['1.0 == 1', true],
  ])('compares them alike: %s', (text, result) => expect(evaluate(text)).toBe(result))

  const values = ['1', '1.5', "'a'"]
  it.each(values.flatMap(value => ['<', '<=', '>', '>='].map(sign => [sign, value] as const)))(
    'answers no where an empty value stands beside %s %s',
    (sign, value) => {
      expect(evaluate(`null ${sign} ${value}`)).toBe(false)
      expect(evaluate(`${value} ${sign} null`)).toBe(false)
    },
  )
  it.each([...values, 'true'])('says that %s is not empty', value => {
    expect(evaluate(`${value} == null`)).toBe(false)
    expect(evaluate(`null == ${value}`)).toBe(false)
    expect(evaluate(`${value} != null`)).toBe(true)
  })
  it.each(['contains', 'startsWith', 'endsWith', 'matches'])('finds nothing by %s in an empty value', method =>
    expect(evaluate(`null.${method}('a')`)).toBe(false),
  )
  it.each(['+', '-', '*', '/', '%'].flatMap(sign => ['1', '1.5', 'null'].map(value => [sign, value] as const)))(
    'works nothing out of an empty value: %s %s',
    (sign, value) => {
      expect(evaluate(`null ${sign} ${value}`)).toBeNull()
      expect(evaluate(`${value} ${sign} null`)).toBeNull()
    },
  )
  it.each([
    ["'R-' + null", 'R-'],
    ["null + '号'", '号'],
    ["'第' + 3.0 + '号'", '第3号'],
    ["2 + '件'", '2件'],
    ['string(null)', ''],
    ["null.minusDays(3) == ''", true],
    ["'2026-01-31'.plusDays(29) == '2026-03-01'", true],
    ["'2024-02-29 08:00:00'.plusMonths(12) == '2025-02-28'", true],
    ["'2026-01-31'.plusMonths(1) == '2026-02-28'", true],
    ["'2026-03-31'.plusMonths(-1) == '2026-02-28'", true],
    ["null.plusMonths(3) == ''", true],
    ["'2026-01-31'.plusDays(null) == ''", true],
    ["'soon'.plusDays(1) == ''", true],
    ['-null == null', true],
    ['int(null) == null', true],
  ])('adds to a text what is there: %s', (text, result) => expect(evaluate(text)).toBe(result))
  it('counts no members in an empty value', () => expect(evaluate('size(null)')).toBe(0n))
  it('lets a list hold values of different types', () => expect(evaluate("size([1, 'a'])")).toBe(2n))
  it('reads what may be absent', () => expect(evaluate("{'a': 1}.?b.orValue(2)")).toBe(2n))
  it('knows only variables that are declared, where it checks', () => {
    expect(createLanguage(true).check('row == 1').valid).toBe(false)
    expect(createLanguage(false).check('row == 1').valid).toBe(true)
  })
})
