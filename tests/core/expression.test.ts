import { describe, expect, it } from 'vitest'
import { checkExpression } from '../../src/core/expression/check.ts'
import { compileExpression, ExpressionError, mayHold, memberPaths } from '../../src/core/expression/index.ts'
import { shapeOfFields, USER_MEMBERS, type ExpressionEnv } from '../../src/core/expression/shape.ts'

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
  it('reaches nothing but the data it is given', () => {
    for (const text of ['row.constructor', 'row.__proto__', 'row.toString'])
      expect(() => evaluate(text, { row: {} }), text).toThrow(ExpressionError)
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
    ['!(row.n == 1)', true],
    ['!(user.areaLevel == 3) && row.n == 1', false],
  ])('tells whether it may hold for some row: %s', (text, may) =>
    expect(mayHold(text, { user: { areaLevel: 3, id: 'u' } })).toBe(may),
  )
  it('says what cannot be computed', () =>
    expect(() => evaluate('row.x + 1', { row: { x: 'a' } })).toThrow(ExpressionError))
  it('names the members it reads, not the names that a macro binds', () =>
    expect(memberPaths('row.a["b"] == 1 && user.roles.exists(r, r == values.x)')).toEqual([
      ['row', 'a', 'b'],
      ['user', 'roles'],
      ['values', 'x'],
    ]))
  it('reads each of them from the context, so that a reactive one can notice', () => {
    const read: string[] = []
    const row = new Proxy<Record<string, unknown>>({}, { get: (_, key) => void read.push(String(key)) })
    evaluate('row.a == 1 || row.b == 2', { row })
    expect(read).toEqual(['a', 'b'])
  })
})

describe('an expression is checked', () => {
  const row = shapeOfFields([
    { name: 'platform', kind: 'dict', multiple: false, texts: new Set(['taobao', 'jd']) },
    { name: 'closed', kind: 'flag', multiple: false },
    { name: 'money', kind: 'money', multiple: false },
    { name: 'areaCode', kind: 'area', multiple: false },
    { name: 'photos', kind: 'image', multiple: true },
  ])
  const env: ExpressionEnv = {
    result: 'bool',
    variables: new Map([
      ['row', row],
      ['user', { members: USER_MEMBERS }],
    ]),
  }
  const check = (text: string) =>
    checkExpression(text, env).map(p => `${p.code} ${p.start}${p.suggestion ? ` (${p.suggestion})` : ''}`)

  it.each([
    'row.closed == 0 && user.areaLevel <= 2',
    'row.platform in ["taobao", "jd"]',
    'row.platform == ""',
    'row.platform != null',
    'row.money > 100',
    'row.money * 2 > 3.5',
    'row.areaName.startsWith("x")',
    '"x" in user.roles',
    'row.photos.exists(p, p.name == "x")',
    'row.closed == 1.0',
  ])('%s is right', text => expect(check(text)).toEqual([]))
  it.each([
    ['rwo.closed == 0', 'unknown-variable 0 (row)'],
    ['row.clsoed == 0', 'unknown-member 4 (closed)'],
    ['user.areaLevl < 3', 'unknown-member 5 (areaLevel)'],
    ['row.platform == "taobo"', 'unknown-text 16 (taobao)'],
    ['row.platform in ["jd", "jdd"]', 'unknown-text 23 (jd)'],
    ['row.platform == 1', 'no_such_overload 0'],
    ['row.closed', 'result 0'],
    ['row.closed ==', 'unexpected_token 13'],
    ['exists(row.closed)', 'no_matching_overload 0'],
  ])('%s is wrong', (text, problem) => expect(check(text)).toEqual([problem]))
  it('finds every wrong name, not the first', () =>
    expect(check('row.a == 1 && row.b == 2')).toEqual(['unknown-member 4', 'unknown-member 18']))
})
