import { expect, it } from 'vitest'
import type { Machine } from '../../../../src/core/workflow/machine.ts'
import { Random } from '../../../../src/supervision/server/demo/ground/random.ts'
import { timesOf } from '../../../../src/supervision/server/demo/walk/times.ts'
import type { Chosen } from '../../../../src/supervision/server/demo/walk/walk.ts'
import { WorkingTime } from '../../../../src/supervision/server/demo/walk/working-time.ts'

const HOUR_MS = 3_600_000
const machine = { transitions: new Map([['archive', { after: 30 }]]) } as unknown as Machine
const way = [
  { code: 'pass', by: {}, form: {} },
  { code: 'archive', by: undefined, form: {} },
] as unknown as Chosen[]

it('lets nothing be done after now, whatever day and hour the demonstration is made', () => {
  const random = new Random(1)
  const calendar = {
    holidays: new Set(['2026-10-01', '2026-10-02', '2026-10-05']),
    workdays: new Set<string>(),
    announced: new Set(['2026']),
  }
  for (let now = Date.parse('2026-01-01T00:30:00+08:00'), n = 0; n < 300; n++, now += 29 * HOUR_MS) {
    const work = new WorkingTime(now, calendar)
    const [passed = 0, archived = 0] = timesOf(work, random, machine, way, [6, 9]).times
    expect(archived, new Date(now).toISOString()).toBeLessThanOrEqual(now)
    expect(passed).toBeLessThan(archived)
  }
})
