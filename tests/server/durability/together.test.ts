import { describe, expect, it } from 'vitest'
import { Together } from '../../../src/server/session/together.ts'

interface Trip { keys: string[]; answer(): void; fail(): void }

function tripsOf(): { together: Together<string>; trips: Trip[] } {
  const trips: Trip[] = []
  const together = new Together<string>(keys => new Promise((resolve, reject) => {
    trips.push({ keys, answer: () => resolve(new Map(keys.filter(key => key !== 'nobody').map(key => [key, `${key} ${trips.length}`]))), fail: () => reject(new Error('away')) })
  }))
  return { together, trips }
}

describe('many who ask at once', () => {
  it('are answered by the next trip, each as of after it asked', async () => {
    const { together, trips } = tripsOf()
    const first = together.ask('a')
    const others = [together.ask('b'), together.ask('a'), together.ask('nobody')]
    expect(trips.map(({ keys }) => keys)).toEqual([['a']])
    trips[0]?.answer()
    expect(await first).toBe('a 1')
    expect(trips[1]?.keys).toEqual(['b', 'a', 'nobody'])
    trips[1]?.answer()
    expect(await Promise.all(others)).toEqual(['b 2', 'a 2', undefined])
    const again = together.ask('a')
    trips[2]?.answer()
    expect(await again).toBe('a 3')
  })

  it('are all told when a trip fails, and the next ones are answered', async () => {
    const { together, trips } = tripsOf()
    const failing = together.ask('a')
    const next = together.ask('b')
    trips[0]?.fail()
    await expect(failing).rejects.toThrow('away')
    trips[1]?.answer()
    expect(await next).toBe('b 2')
  })
})
