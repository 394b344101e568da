import { describe, expect, it } from 'vitest'
import { exceededBound, itemsIn, fieldStateOf, valuesOf, withLimits } from '../../../src/core/contract/form-rules.ts'

describe('what stands in a form', () => {
  const at =
    (known: Record<string, unknown>) =>
    (expression: string): unknown =>
      known[expression]

  it('is shown, locked and demanded by its conditions, and by none that fails', () => {
    expect(fieldStateOf({ required: true }, at({}))).toEqual({ shown: true, locked: false, required: true })
    expect(fieldStateOf({ visible: '=a', required: '=b' }, at({ '=a': true, '=b': true }))).toEqual({
      shown: true,
      locked: false,
      required: true,
    })
    expect(fieldStateOf({ visible: '=a', required: true }, at({}))).toEqual({
      shown: false,
      locked: false,
      required: false,
    })
    expect(fieldStateOf({ disabled: '=a', required: true }, at({}))).toEqual({
      shown: true,
      locked: true,
      required: false,
    })
    expect(fieldStateOf({ required: '=a' }, at({}))).toMatchObject({ required: false })
  })

  it('reads empty texts as texts and empty numbers as none', () => {
    const values = valuesOf(
      () => undefined,
      new Map([
        ['n', { kind: 'int' }],
        ['t', { kind: 'text' }],
      ]),
    )
    expect([values['n'], values['t'], values['other']]).toEqual([null, '', ''])
  })

  it('keeps to bounds that are worked out, a moment by its day', () => {
    const field = withLimits(
      { min: '=values.a', max: '=today' },
      at({ '=values.a': '2026-01-05', '=today': '2026-01-31' }),
    )
    expect(
      ['2026-01-04', '2026-01-05', '2026-01-31', '2026-01-31 23:00:00', '2026-02-01'].map(
        day => exceededBound(field, day)?.side,
      ),
    ).toEqual(['min', undefined, undefined, undefined, 'max'])
    expect(withLimits({ min: '=values.a' }, at({ '=values.a': '' }))).toEqual({})
    expect([exceededBound({ min: 2, max: 4 }, 1)?.side, exceededBound({ min: 2, max: 4 }, 4)]).toEqual([
      'min',
      undefined,
    ])
  })

  it('keeps only a check that does not hold, and none that cannot be worked out', () => {
    const check = '=values.a != values.b'
    expect(withLimits({ check }, at({ [check]: false }))).toEqual({ check: false })
    expect(withLimits({ check }, at({ [check]: true }))).toEqual({})
    expect(withLimits({ check }, at({}))).toEqual({})
  })

  it('tells the day of a moment that a day may not be before', () => {
    expect(exceededBound({ min: '2026-01-05 12:30:00' }, '2026-01-04')).toEqual({ side: 'min', bound: '2026-01-05' })
    expect(exceededBound({ min: '2026-01-05 12:30:00' }, '2026-01-05')).toBeUndefined()
  })

  it('counts different names, however they are set apart', () => {
    expect(['甲、乙', '甲，乙 丙', '甲、甲', '', '甲'].map(itemsIn)).toEqual([2, 3, 1, 0, 1])
    expect(itemsIn([{}, {}])).toBe(2)
  })
})
