import { describe, expect, it } from 'vitest'
import { numberText } from '../../../src/console/fields/values/text.ts'

describe('a number of a row', () => {
  it.each([
    [1234567, undefined, '1,234,567'],
    ['1234.5', undefined, '1,234.5'],
    [1.1234567, undefined, '1.123457'],
    [1.005, 2, '1.01'],
    [1234, 2, '1,234.00'],
    [-0.4, 0, '0'],
    [-1234.5, 0, '-1,235'],
    [0, undefined, '0'],
    ['', undefined, ''],
    [null, 2, ''],
    ['约 30', undefined, '约 30'],
    [Infinity, undefined, 'Infinity'],
  ])('%s with %s digits is %s', (value, digits, text) => expect(numberText(value, digits)).toBe(text))
})
