import { describe, expect, it } from 'vitest'
import { compileExpression, ExpressionError, mayHold, memberPaths } from '../../../src/core/expression/index.ts'

const evaluate = (text: string, context: Record<string, unknown> = {}) => compileExpression(text)(context)

describe('an expression', () => {
  it('is computed from its context', () =>
    expect(evaluate('row.isDead == 0 && user.areaLevel >= 2', { row: { isDead: 0 }, user: { areaLevel: 2 } })).toBe(
      true,
    ))
  it('gives numbers, not BigInt', () => {
    expect(evaluate('size("abc")')).toBe(3)
    expect(evaluate('[1, 2].map(n, n + 1)')).toEqual([2, 3])
  })
  it.each([
    ['row.n * 2 + 1', 7],
    ['row.n / 2', 1.5],
    ['10 - row.n', 7],
    ['row.n % 2', 1],
  ])('mixes numbers and literals: %s', (text, result) => expect(evaluate(text, { row: { n: 3 } })).toBe(result))
  it.each([
    ['row.x == null', true],
    ['row.x == "a"', false],
    ['row.x > 3', false],
    ['row.x.contains("a")', false],
    ['size(row.x)', 0],
    ['has(row.x)', false],
    ['has(row.x) && row.x > 3', false],
    ['row.?x.orValue("none")', 'none'],
  ])('takes an absent or empty value as empty: %s', (text, result) => {
    expect(evaluate(text, { row: {} })).toBe(result)
    expect(evaluate(text, { row: { x: null } })).toBe(result)
    expect(evaluate(text, {})).toBe(result)
  })
  it('reads what is there, also where it asks first whether it is', () => {
    const context = { row: { x: 4, inner: { a: 1, b: 2 } } }
    expect(evaluate('has(row.x) && row.x > 3', context)).toBe(true)
    expect(evaluate('row.?x.orValue(0)', context)).toBe(4)
    expect(evaluate('row.inner.a == 1 && size(row.inner) == 2', context)).toBe(true)
    expect(evaluate('row.inner.a == null', { row: null })).toBe(true)
  })
  it('reaches nothing but the data it is given', () => {
    for (const text of ['row.constructor', 'row.__proto__', 'row.toString'])
      expect(() => evaluate(text, { row: {} }), text).toThrow(ExpressionError)
    expect(evaluate('has(row.constructor)', { row: {} })).toBe(false)
  })
  it('says what cannot be read, with a code and the place', () => {
    const problem = (() => {
      try {
        compileExpression('row.x ==')
        return undefined
      } catch (cause) {
        return cause
      }
    })()
    expect(problem).toBeInstanceOf(ExpressionError)
    expect(problem).toMatchObject({ code: 'unexpected_token', range: { start: 8 } })
  })
  it.each([
    ['user.areaLevel <= 2', false],
    ['user.areaLevel <= 2 && row.n == 1', false],
    ['row.n == 1 && user.areaLevel <= 2', false],
    ['user.areaLevel == 3 && row.n == 1', true],
    ['user.areaLevel <= 2 || row.n == 1', true],
    ["user.areaLevel == 3 && (user.id == 'other' || row.by == user.id)", true],
    ["user.areaLevel == 3 && (user.id == 'other' || user.areaLevel == 1)", false],
    ["user.areaLevel == 1 || (user.id == 'other' && row.n == 1)", false],
    ['!(row.n == 1)', true],
    ['!(user.areaLevel == 3) && row.n == 1', false],
  ])('tells whether it may hold for some row: %s', (text, may) =>
    expect(mayHold(text, { user: { areaLevel: 3, id: 'u' } })).toBe(may),
  )
  it('says what cannot be computed', () =>
    expect(() => evaluate('row.x - 1', { row: { x: 'a' } })).toThrow(ExpressionError))
  it('names the members it reads, not the names that a macro binds', () =>
    expect(memberPaths('row.a["b"] == 1 && user.roles.exists(r, r == values.x)')).toEqual([
      ['row', 'a', 'b'],
      ['user', 'roles'],
      ['values', 'x'],
    ]))
  it('reads each of them from the context, so that a reactive one can notice', () => {
    const read: string[] = []
    const row = new Proxy<Record<string, unknown>>(
      { a: 1, b: 2, c: 3 },
      { get: (_, key) => void read.push(String(key)) },
    )
    evaluate('row.a == 1 || row.b == 2', { row })
    expect(read).toEqual(['a', 'b'])
  })
})
