import { describe, expect, it } from 'vitest'
import { Recent } from '../../../src/core/expression/recent.ts'

describe('what was worked out last', () => {
  it('keeps what is asked for, and never more than twice what it is to keep', () => {
    const recent = new Recent<number>(3)
    recent.set('always', 0)
    for (let i = 1; i <= 100; i++) {
      recent.set(`once ${i}`, i)
      expect(recent.get('always')).toBe(0)
      expect(recent.size).toBeLessThanOrEqual(6)
    }
    expect([recent.get('once 100'), recent.get('once 1')]).toEqual([100, undefined])
  })
})
