import { describe, expect, it } from 'vitest'
import { turns } from '../../turns.ts'
import { BatchLoader } from '../../../src/server/session/batch-loader.ts'

interface Trip {
  keys: string[]
  answer(): void
  fail(): void
}

function tripsOf(patience?: number): { together: BatchLoader<string>; trips: Trip[] } {
  const trips: Trip[] = []
  const together = new BatchLoader<string>(
    keys =>
      new Promise((resolve, reject) => {
        trips.push({
          keys,
          answer: () =>
            resolve(new Map(keys.filter(key => key !== 'nobody').map(key => [key, `${key} ${trips.length}`]))),
          fail: () => reject(new Error('away')),
        })
      }),
    patience,
  )
  return { together, trips }
}

describe('many who ask at once', () => {
  it('are answered by the next trip, each as of after it asked', async () => {
    const { together, trips } = tripsOf()
    const first = together.load('a')
    const others = [together.load('b'), together.load('a'), together.load('nobody')]
    expect(trips.map(({ keys }) => keys)).toEqual([['a']])
    trips[0]?.answer()
    expect(await first).toBe('a 1')
    await expect.poll(() => trips[1]?.keys).toEqual(['b', 'a', 'nobody'])
    trips[1]?.answer()
    expect(await Promise.all(others)).toEqual(['b 2', 'a 2', undefined])
    const again = together.load('a')
    await expect.poll(() => trips).toHaveLength(3)
    trips[2]?.answer()
    expect(await again).toBe('a 3')
  })

  it('are all told when a trip fails, and the next ones are answered', async () => {
    const { together, trips } = tripsOf()
    const failing = together.load('a')
    const next = together.load('b')
    trips[0]?.fail()
    await expect(failing).rejects.toThrow('away')
    await expect.poll(() => trips).toHaveLength(2)
    trips[1]?.answer()
    expect(await next).toBe('b 2')
  })

  it('do not wait for a trip that does not come back', async () => {
    const { together, trips } = tripsOf(5)
    const stuck = together.load('a')
    const waiting = together.load('b')
    await expect.poll(() => trips).toHaveLength(2)
    trips[1]?.answer()
    expect(await waiting).toBe('b 2')
    const later = together.load('c')
    await expect.poll(() => trips.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c']])
    trips[2]?.answer()
    expect(await later).toBe('c 3')
    trips[0]?.answer()
    expect(await stuck).toBe('a 3')
  })

  it('take no more than three connections for it', async () => {
    const { together, trips } = tripsOf(1)
    const all = [together.load('a')]
    for (let i = 0; i < 3; i++) {
      all.push(together.load('b'))
      if (i < 2) await expect.poll(() => trips).toHaveLength(i + 2)
    }
    await turns()
    expect(trips).toHaveLength(3)
    for (const trip of trips) trip.answer()
    await expect.poll(() => trips).toHaveLength(4)
    trips[3]?.answer()
    expect(await Promise.all(all)).toHaveLength(4)
  })
})
