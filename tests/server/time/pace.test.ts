import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Pace, type Paced } from '../../../src/server/time/pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** The sizes of the last turns of such work, where a turn and each item of it take so many milliseconds. */
async function sizesOf(paced: Paced, costs: (turn: number) => readonly [turn: number, item: number], turns = 60) {
  const pace = new Pace(paced)
  const sizes: number[] = []
  for (let at = 0; at < turns; at++) {
    const { size } = pace
    sizes.push(size)
    const [ofTurn, ofItem] = costs(at)
    await pace.turn(size, async () => void vi.advanceTimersByTime(ofTurn + size * ofItem))
  }
  return sizes.slice(-4)
}
const between = (sizes: readonly number[], least: number, most: number): void => {
  for (const size of sizes) {
    expect(size).toBeGreaterThanOrEqual(least)
    expect(size).toBeLessThanOrEqual(most)
  }
}

it('takes as many as fit into a turn', async () => {
  between(await sizesOf({ turn: 10, most: 500 }, () => [0, 0.1]), 90, 160)
  between(await sizesOf({ turn: 100, most: 500 }, () => [1, 2]), 45, 80)
})

it('takes no fewer than are worth a turn that itself takes longer', async () =>
  between(await sizesOf({ turn: 10, most: 100 }, () => [20, 0.8]), 22, 42))

it('holds no more items where all takes long on a busy machine', async () =>
  between(await sizesOf({ turn: 10, most: 100 }, () => [150, 2]), 9, 17))

it('follows a machine that becomes slower, and never takes more than it may, or hardly any', async () => {
  between(await sizesOf({ turn: 10, most: 500 }, turn => (turn < 100 ? [0, 0.1] : [0, 1])), 90, 160)
  between(await sizesOf({ turn: 10, most: 500 }, turn => (turn < 30 ? [0, 0.1] : [0, 1]), 200), 9, 17)
  between(await sizesOf({ turn: 10, most: 50 }, () => [0, 0]), 34, 50)
  between(await sizesOf({ turn: 10, most: 50 }, () => [0, 400]), 5, 8)
})
