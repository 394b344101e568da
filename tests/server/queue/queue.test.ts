import { afterEach, describe, expect, it } from 'vitest'
import { turns } from '../../turns.ts'
import { createQueue, type QueueOptions } from '../../../src/server/queue/queue.ts'
import type { Signs } from '../../../src/server/queue/signs.ts'
import type { Worker } from '../../../src/server/queue/worker.ts'

const NEVER_MS = 3_600_000

describe('a queue', () => {
  const open: Worker[] = []
  afterEach(async () => {
    await Promise.all(open.splice(0).map(queue => queue.close()))
  })

  /** Work in memory: `waiting` is what is claimed next; each run lasts until `end` is called with its name. */
  function bench(more: Partial<QueueOptions<string>> = {}) {
    const waiting: string[] = []
    const running = new Map<string, () => void>()
    const ended: string[] = []
    const faults: unknown[] = []
    const beats: string[] = []
    const start = (): Worker => {
      const queue = createQueue<string>({
        mayWork: async () => true,
        claim: async () => waiting.shift(),
        run: (name, stop) =>
          new Promise(resolve => {
            const end = (): void => {
              running.delete(name)
              ended.push(name)
              resolve()
            }
            running.set(name, end)
            stop.addEventListener('abort', end)
          }),
        beat: async name => beats.push(name),
        beatMs: NEVER_MS,
        atOnce: 2,
        lookMs: NEVER_MS,
        fault: error => faults.push(error),
        ...more,
      })
      open.push(queue)
      return queue
    }
    return { waiting, running, ended, faults, beats, start }
  }

  it('leaves all of its work to others while this instance cannot do it, and goes on when it can', async () => {
    let may = false
    const asked: string[] = []
    const { waiting, running, start } = bench({
      mayWork: async () => may,
      before: async () => asked.push('before'),
      onLost: { lostAfter: NEVER_MS, sweep: async () => asked.push('sweep') },
      after: async () => asked.push('after'),
    })
    waiting.push('a')
    const queue = start()
    await turns()
    expect([waiting, asked]).toEqual([['a'], []])
    may = true
    queue.wake()
    await expect.poll(() => [...running.keys()]).toEqual(['a'])
    await expect.poll(() => asked).toEqual(['sweep', 'before', 'after'])
  })

  it('finds at once what waits, and no more than may run at a time', async () => {
    const { waiting, running, start } = bench()
    waiting.push('a', 'b', 'c')
    start()
    await expect.poll(() => [...running.keys()]).toEqual(['a', 'b'])
    await turns()
    expect(waiting).toEqual(['c'])
  })

  it('takes the next one when one has ended', async () => {
    const { waiting, running, start } = bench()
    waiting.push('a', 'b', 'c')
    start()
    await expect.poll(() => running.size).toBe(2)
    running.get('a')?.()
    await expect.poll(() => [...running.keys()]).toEqual(['b', 'c'])
  })

  it('looks when it is woken', async () => {
    const { waiting, running, start } = bench()
    const queue = start()
    await turns()
    waiting.push('a')
    await turns()
    expect(running.size).toBe(0)
    queue.wake()
    await expect.poll(() => [...running.keys()]).toEqual(['a'])
  })

  it('looks by itself now and then, for what another instance has left', async () => {
    const { waiting, running, start } = bench({ lookMs: 20 })
    start()
    await turns()
    waiting.push('a')
    await expect.poll(() => [...running.keys()]).toEqual(['a'])
  })

  it('leaves signs while it is at something, and none afterwards', async () => {
    const { waiting, running, beats, start } = bench({ beatMs: 5 })
    waiting.push('a')
    start()
    await expect.poll(() => beats.length).toBeGreaterThan(2)
    running.get('a')?.()
    await expect.poll(() => running.size).toBe(0)
    const then = beats.length
    await turns()
    expect(beats).toHaveLength(then)
  })

  it('sweeps the lost before it claims, with the same signs each time', async () => {
    const order: string[] = []
    const seen: Signs[] = []
    const { start } = bench({
      onLost: {
        lostAfter: 1000,
        sweep: async signs => {
          seen.push(signs)
          order.push('sweep')
        },
      },
      before: async () => order.push('before'),
      claim: async () => {
        order.push('claim')
        return undefined
      },
      after: async () => order.push('after'),
    })
    const queue = start()
    await expect.poll(() => order).toEqual(['sweep', 'before', 'claim', 'after'])
    queue.wake()
    await expect.poll(() => order.length).toBe(8)
    expect(new Set(seen).size).toBe(1)
  })

  it('tells of what fails and goes on', async () => {
    const broken = new Error('broken')
    const ran: string[] = []
    const { waiting, faults, start } = bench({
      run: async name => {
        ran.push(name)
        if (name === 'a') throw broken
      },
      atOnce: 1,
    })
    waiting.push('a', 'b')
    start()
    await expect.poll(() => ran).toEqual(['a', 'b'])
    expect(faults).toEqual([broken])
  })

  it('tells its work of its end, waits for it, and takes nothing more', async () => {
    const { waiting, running, ended, start } = bench({ atOnce: 1 })
    waiting.push('a', 'b')
    const queue = start()
    await expect.poll(() => running.size).toBe(1)
    await queue.close()
    queue.wake()
    await turns()
    expect(ended).toEqual(['a'])
    expect(waiting).toEqual(['b'])
  })
})
