import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_CODE, type HourlyWork, type Services } from '../../../src/server/call/context.ts'
import { startClock } from '../../../src/server/hourly/clock.ts'

const MINUTE = 60_000

describe('what time does once an hour', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const away = Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
  const run = async (work: HourlyWork): Promise<{ stop: () => Promise<void> }> => {
    const services = {
      product: { ...NO_CODE, hourly: { work } },
      entities: () => new Map(),
      configuration: () => ({ scope: () => ({}) }),
    } as unknown as Services
    const stop = startClock(services, () => {})
    await vi.advanceTimersByTimeAsync(0)
    return { stop }
  }

  it('is done again in a minute where the database was away, whoever has noticed it, until it was not', async () => {
    const work = vi
      .fn<HourlyWork>()
      .mockRejectedValueOnce(away)
      .mockImplementationOnce(async (_services, _now, fault) => {
        fault(away)
        return 0
      })
      .mockResolvedValue(0)
    const { stop } = await run(work)
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(work).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(work).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(50 * MINUTE)
    expect(work).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(work).toHaveBeenCalledTimes(4)
    await stop()
  })

  it('waits for its hour where it is wrong itself, and does nothing after the end', async () => {
    const work = vi.fn<HourlyWork>().mockRejectedValueOnce(new Error('wrong')).mockRejectedValue(away)
    const { stop } = await run(work)
    await vi.advanceTimersByTimeAsync(59 * MINUTE)
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(work).toHaveBeenCalledTimes(2)
    await stop()
    await vi.advanceTimersByTimeAsync(100 * MINUTE)
    expect(work).toHaveBeenCalledTimes(2)
  })
})
