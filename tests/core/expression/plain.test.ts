import { describe, expect, it } from 'vitest'
import { compileExpression } from '../../../src/core/expression/index.ts'
import { plainOf } from '../../../src/core/expression/plain.ts'

const evaluate = (text: string): unknown => compileExpression(text)({ row: { name: '甲', count: 2 } })

describe('a result', () => {
  it.each([
    ['3', 3],
    ['uint(3)', 3],
    ['[1, [2, "a"]]', [1, [2, 'a']]],
    ['{"a": 1, "b": [2, {"c": 3}]}', { a: 1, b: [2, { c: 3 }] }],
    ['{1: 2}', { 1: 2 }],
    ['optional.of(4)', 4],
    ['optional.of([5])', [5]],
    ['optional.none()', null],
    ['row.?name', '甲'],
    ['row.?other', null],
    ['row', { name: '甲', count: 2 }],
    ['null', null],
    ['true', true],
    ['1.5', 1.5],
  ])('of %s is a plain value', (text, value) => expect(evaluate(text)).toEqual(value))

  it('that is a map becomes an object with texts as keys', () =>
    expect(plainOf(new Map<unknown, unknown>([[1n, 2n]]))).toEqual({ 1: 2 }))
  it('that is a moment stays one', () => {
    const moment = new Date('2026-01-05T00:00:00Z')
    expect(plainOf(moment)).toBe(moment)
    expect(evaluate('timestamp("2026-01-05T00:00:00Z")')).toEqual(moment)
  })
})
