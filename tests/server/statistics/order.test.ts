import { describe, expect, it } from 'vitest'
import type { Ask } from '../../../src/server/statistics/ask.ts'
import { inOrder } from '../../../src/server/statistics/order.ts'

const LEVELS = [
  ['high', '高'],
  ['middle', '中'],
  ['low', '低'],
] as const

const askOf = (dimensions: object[], query: object = {}): Ask =>
  ({
    call: { scoped: { dictionary: () => LEVELS } },
    dimensions,
    query: { by: dimensions.map((_, i) => String(i)), measures: ['n'], ...query },
  }) as unknown as Ask
const row = (value: number, ...keys: string[]) => ({ keys, values: [value] })
const keysOf = (rows: { keys: string[] }[]): string[] => rows.map(({ keys }) => keys.join(' '))

const LEVEL = { kind: 'dict', dict: 'level' }
const PLACE = { kind: 'area' }

describe('groups of a dictionary', () => {
  const rows = [row(1, ''), row(5, 'low'), row(9, 'middle'), row(3, 'high')]

  it('stand by their numbers, the biggest first', () =>
    expect(keysOf(inOrder(askOf([LEVEL]), rows))).toEqual(['middle', 'low', 'high', '']))

  it('whose order says something stand in it, those without a value last', () =>
    expect(keysOf(inOrder(askOf([{ ...LEVEL, ordered: true }]), rows))).toEqual(['high', 'middle', 'low', '']))

  it('stand by their numbers where the question says so', () => {
    const ask = askOf([{ ...LEVEL, ordered: true }], { order: 'n desc' })
    expect(keysOf(inOrder(ask, rows))).toEqual(['middle', 'low', 'high', ''])
  })

  it('do so within the groups of another dimension, which stand by their numbers', () => {
    const cells = [row(1, 'a', 'low'), row(2, 'a', 'high'), row(7, 'b', 'low'), row(1, 'b', 'high')]
    const ask = askOf([PLACE, { ...LEVEL, ordered: true }])
    expect(keysOf(inOrder(ask, cells))).toEqual(['b high', 'b low', 'a high', 'a low'])
  })
})
