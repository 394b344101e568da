import { describe, expect, it } from 'vitest'
import { someAtATime } from '../../../src/server/time/some-at-a-time.ts'

describe('some at a time', () => {
  it('does each once, in their order, and never more than eight together', async () => {
    const [begun, gates]: [number[], (() => void)[]] = [[], []]
    const all = someAtATime(
      Array.from({ length: 20 }, (_, n) => n),
      n => {
        begun.push(n)
        return new Promise<void>(resolve => gates.push(resolve))
      },
    )
    for (let ended = 0; ended < 20; ended++) {
      await expect.poll(() => begun.length, { interval: 1 }).toBe(Math.min(20, 8 + ended))
      gates.shift()?.()
    }
    await all
    expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })

  it('begins no more after a failure, and throws it when those under way have ended', async () => {
    const [begun, ended]: [number[], number[]] = [[], []]
    let open = (): void => {}
    const gate = new Promise<void>(resolve => (open = resolve))
    const all = someAtATime([...Array(20).keys()], async n => {
      begun.push(n)
      if (n === 3) throw new Error('the third')
      await gate
      ended.push(n)
    })
    let isOver = false
    const told = all.catch((error: Error) => error.message).finally(() => (isOver = true))
    await new Promise(resolve => setImmediate(resolve))
    expect(isOver).toBe(false)
    open()
    expect(await told).toBe('the third')
    expect([begun.length, ended.length]).toEqual([8, 7])
  })
})
