import { describe, expect, it } from 'vitest'
import { placeOf, Progress } from '../../../../src/server/db/replicas/progress.ts'

describe('the lag of a replica', () => {
  it('is how long ago the primary has gone beyond where the replica is', () => {
    const progress = new Progress(60_000)
    progress.note(10n, 0)
    progress.note(20n, 1000)
    progress.note(30n, 2000)
    expect([30n, 20n, 19n, 10n].map(place => progress.lag(place, 3000))).toEqual([0, 1000, 2000, 2000])
  })

  it('is not known of one that has never been seen where the primary was', () => {
    const progress = new Progress(60_000)
    expect(progress.lag(10n, 0)).toBe(Infinity)
    progress.note(10n, 0)
    expect(progress.lag(9n, 1)).toBe(Infinity)
  })

  it('is nothing while the primary rests, however long, and begins when it goes on', () => {
    const progress = new Progress(1000)
    for (let at = 0; at <= 100_000; at += 500) progress.note(10n, at)
    expect(progress.lag(10n, 100_000)).toBe(0)
    progress.note(11n, 100_500)
    expect(progress.lag(10n, 100_600)).toBe(100)
    progress.note(12n, 101_200)
    expect(progress.lag(10n, 101_200)).toBe(700)
  })

  it('is counted anew where another database takes the place of the primary', () => {
    const progress = new Progress(60_000)
    progress.note(100n, 0)
    progress.note(5n, 1000)
    expect(progress.lag(5n, 2000)).toBe(0)
  })
})

describe('a place in the log', () => {
  it('is compared as a number, as PostgreSQL compares it', () => {
    expect(placeOf('0/0')).toBe(0n)
    expect(placeOf('16/B374D848')).toBe(0x16_b374_d848n)
    expect(placeOf('A/0') > placeOf('9/FFFFFFFF')).toBe(true)
  })
})
