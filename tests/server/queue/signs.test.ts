import { describe, expect, it } from 'vitest'
import { Signs } from '../../../src/server/queue/signs.ts'

const HOUR = 3600_000

describe('whoever is at something', () => {
  it.each([-HOUR, HOUR, -10_000])(
    'is there as long as its sign changes, and gone half a minute after the last one, by a clock that is %i ms off',
    off => {
      const signs = new Signs(30_000)
      for (let now = 0; now < 120_000; now += 5000) expect(signs.gone([['a', now + off]], now)).toEqual([])
      expect(signs.gone([['a', off]], 120_000)).toEqual([])
      expect(signs.gone([['a', off]], 149_999)).toEqual([])
      expect(signs.gone([['a', off]], 150_000)).toEqual(['a'])
    },
  )

  it('begins anew after it had ended', () => {
    const signs = new Signs(30_000)
    signs.gone(
      [
        ['a', 1],
        ['b', 1],
      ],
      0,
    )
    expect(signs.gone([['b', 1]], 30_000)).toEqual(['b'])
    expect(signs.gone([['a', 1]], 60_000)).toEqual([])
  })
})
