import { describe, expect, it } from 'vitest'
import { compileExpression } from '../../../src/core/expression/index.ts'
import { readRule, testsOf, writeRule } from '../../../src/core/expression/rule.ts'

describe('a rule', () => {
  it.each([
    "row.a == 'x'",
    "row.a == 'x' && row.b > 5 && has(row.c)",
    "!has(row.a) || !(row.d in ['1', '2'])",
    "(row.a != 'x' || row.b <= -1.5) && row.t.contains('甲')",
    'row.day >= today.minusDays(30) && row.day < today',
    String.raw`row.a == 'it\'s \\ here'`,
  ])('is read and written again: %s', text => {
    expect(writeRule(readRule(text))).toBe(text)
  })

  it('joins what is joined alike in one list, whatever its brackets', () => {
    const rule = readRule('row.a == 1 && (row.b == 2 && row.c == 3)')
    expect('all' in rule && rule.all.length).toBe(3)
    expect(testsOf(rule).map(({ field }) => field)).toEqual(['a', 'b', 'c'])
  })

  it.each([
    'row.a',
    'row.a == row.b',
    '1 == row.a',
    "user.id == 'x'",
    'row.a + 1 == 2',
    "row.a.b == 'x'",
    'size(row.a) > 1',
  ])('is no more than comparisons with values: %s', text => {
    expect(() => readRule(text)).toThrow(expect.objectContaining({ code: 'rule_shape' }))
  })

  it('counts days back from today over months and years', () => {
    const days = compileExpression('=today.minusDays(40)')
    expect([days({ today: '2026-01-31' }), days({ today: '2024-03-15' }), days({ today: 'x' })]).toEqual([
      '2025-12-22',
      '2024-02-04',
      '',
    ])
  })
})
