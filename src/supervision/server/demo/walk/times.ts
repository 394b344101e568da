import type { Machine } from '../../../../core/workflow/machine.ts'
import { GAPS, USUAL_GAP } from './gaps.ts'
import type { Random } from '../ground/random.ts'
import type { Chosen } from './walk.ts'
import { HOUR_OF_WORK, type WorkingTime } from './working-time.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/**
 * When each step of a way was taken, back from the last: in office hours, but for what the system does by itself so
 * many days after the step before. `since`: hours of work ago that the last was taken.
 */
export function timesOf(
  work: WorkingTime,
  random: Random,
  machine: Machine,
  way: readonly Chosen[],
  since: readonly [number, number],
): { found: number; times: number[] } {
  const between = ([least, most]: readonly [number, number]): number =>
    random.int(least * HOUR_OF_WORK, most * HOUR_OF_WORK)
  let ago = between(since)
  const times: number[] = []
  for (const [back, { code }] of [...way].reverse().entries()) {
    const after = machine.transitions.get(code)?.after
    const by = way[way.length - 1 - back]?.by
    if (by === undefined && after !== undefined) {
      // it waited so long: whoever acted before it did so then
      const waited = after * DAY_MS + random.int(1, 59) * MINUTE_MS
      const from = work.ago(ago) - waited
      ago = Math.ceil(work.since(from))
      // on a free day nobody acts: the day of work before it, as from the one after it the end might be still to come
      if (work.ago(ago) > from) ago += 1
      times.unshift(work.ago(ago) + waited)
    } else {
      times.unshift(work.ago(ago))
      ago += between(GAPS[code] ?? USUAL_GAP)
    }
  }
  return { found: work.ago(ago), times }
}
