import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hearAnswer, hearClock, nowMs, watchClock } from '../../../src/console/i18n/clock.ts'
import { chinaDay } from '../../../src/console/i18n/day.ts'

const HERE = Date.parse('2026-11-29T15:59:00Z')
const MINUTE = 60_000
const answer = (at: number, more: Record<string, string> = { 'cache-control': 'no-store' }) => ({
  headers: new Headers({ date: new Date(at).toUTCString(), ...more }),
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: HERE })
  hearClock(HERE, HERE)
})
afterEach(() => void vi.useRealTimers())

it('is this machine’s as long as the server’s answers agree with it, to the second that they tell', () => {
  hearAnswer(answer(HERE + 999), HERE)
  hearAnswer(answer(HERE - 4000), HERE - 4500)
  expect(nowMs()).toBe(HERE)
})

it('is the server’s where they do not, so that today is the day of the office', () => {
  expect(chinaDay()).toBe('2026-11-29')
  hearAnswer(answer(HERE + 5 * MINUTE), HERE - 300)
  expect(Math.abs(nowMs() - HERE - 5 * MINUTE)).toBeLessThanOrEqual(1300)
  expect(chinaDay()).toBe('2026-11-30')
  vi.setSystemTime(HERE + MINUTE)
  expect(Math.abs(nowMs() - HERE - 6 * MINUTE)).toBeLessThanOrEqual(1300)
  // the machine is set right
  vi.setSystemTime(HERE + 7 * MINUTE)
  hearAnswer(answer(HERE + 7 * MINUTE), HERE + 7 * MINUTE - 100)
  expect(Math.abs(nowMs() - HERE - 7 * MINUTE)).toBeLessThanOrEqual(1100)
})

it('believes no answer that the browser may have kept, and none without a time', () => {
  hearAnswer(answer(HERE - 60 * MINUTE, {}), HERE)
  hearAnswer(answer(HERE - 60 * MINUTE, { 'cache-control': 'max-age=60' }), HERE)
  hearAnswer({ headers: new Headers({ 'cache-control': 'no-store' }) }, HERE)
  expect(nowMs()).toBe(HERE)
})

it('tells once when the two are far apart, by how much and in which direction', () => {
  const told = vi.fn()
  const end = watchClock(told)
  hearClock(HERE + MINUTE, HERE)
  expect(told).not.toHaveBeenCalled()
  hearClock(HERE + 10 * MINUTE, HERE)
  hearClock(HERE + 10 * MINUTE, HERE)
  expect(told.mock.calls).toEqual([[-10]])
  const later = vi.fn()
  watchClock(later)()
  expect(later.mock.calls).toEqual([[-10]])
  end()
  hearClock(HERE, HERE)
  hearClock(HERE - 10 * MINUTE, HERE)
  expect(told).toHaveBeenCalledTimes(1)
})
