import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonp } from '../../../../src/console/data/http/jsonp.ts'

const page = globalThis as unknown as Record<string, (answer?: unknown) => void>
let tags: HTMLScriptElement[] = []
beforeEach(() => {
  tags = []
  vi.useFakeTimers()
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => void tags.push(...(nodes as HTMLScriptElement[])))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('R8.06 a script that answers by calling a function', () => {
  const ask = () => jsonp('https://maps.example/api?callback=heard', 'heard', 5000)

  it('gives what the function is called with, whatever comes later', async () => {
    const asked = ask()
    expect(tags[0]?.src).toBe('https://maps.example/api?callback=heard')
    page['heard']?.({ ok: 1 })
    vi.advanceTimersByTime(5000)
    tags[0]?.onerror?.(new Event('error'))
    expect(await asked).toEqual({ ok: 1 })
  })
  it('rejects with 408 after its time, and lets what comes too late call nobody', async () => {
    const asked = expect(ask()).rejects.toMatchObject({ status: 408 })
    vi.advanceTimersByTime(5000)
    await asked
    expect(() => page['heard']?.()).not.toThrow()
  })
  it('waits as long as that', () => {
    const ended = vi.fn()
    void ask().catch(ended)
    vi.advanceTimersByTime(4999)
    expect(ended).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(1)
  })
  it('rejects with 400 where it cannot be loaded', async () => {
    const asked = expect(ask()).rejects.toMatchObject({ status: 400 })
    tags[0]?.onerror?.(new Event('error'))
    await asked
    expect(vi.getTimerCount()).toBe(0)
  })
})
