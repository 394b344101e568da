import type { ConsoleApp } from '../../console/app/app.ts'
import { currentConfig } from '../../console/data/config/config.ts'
import { send } from '../../console/data/http/http.ts'
import { numberOf } from '../../console/data/settings/constants.ts'
import { chinaDay } from '../../console/i18n/day.ts'
import type { Counter, Counters } from '../../console/product/product.ts'
import { ILLEGAL_RESULT_COUNTERS, CLUE_COUNT_BY_ROLE, CLUE_COUNT_DEFAULT, CLUE_COUNT_SENT } from './calls.ts'

const DAY = 86_400_000
/** The figure of clues that are new to this user. */
export const NEW_CLUES = 'newClues'

/** Numbers at the menu's entries and the number of new clues; one that cannot be read leaves the other. */
export async function readCounters(app: ConsoleApp): Promise<Counters> {
  const [fresh, badges] = await Promise.all([
    countNewClues(app).catch(() => undefined),
    send<Record<string, Counter>>(app, ILLEGAL_RESULT_COUNTERS, {}, { quiet: true }).catch(() => ({})),
  ])
  return { badges: badges ?? {}, figures: fresh === undefined ? {} : { [NEW_CLUES]: fresh } }
}

/** Three customers count in three ways (R7.05); which one is an option. */
export async function countNewClues(app: ConsoleApp, now = Date.now()): Promise<number> {
  const { options } = currentConfig(app).manifest.app
  const illegalSource = numberOf(app, 'clueCountSource', 9999)
  if (options.clueCount === 'sent')
    return size(
      (await send<{ wjDataUnSendList?: unknown }>(app, CLUE_COUNT_SENT, {}, { quiet: true })).wjDataUnSendList,
    )
  if (options.clueCount === 'byRole') {
    const span = { startTime: String(options.clueCountFrom ?? '2025-01-01'), endTime: chinaDay(now + DAY) }
    const data = await send<{ illegals?: unknown; illegalDetail?: unknown }>(
      app,
      CLUE_COUNT_BY_ROLE,
      { illegalSource: String(illegalSource), ...span },
      { quiet: true },
    )
    return size(data.illegals) + size(data.illegalDetail)
  }
  const args = { illegalSource, type: '', pageFlag: 1, pageNo: 1, pageRowNo: numberOf(app, 'clueCountSize', 10) }
  return size((await send<{ totalRecord?: unknown }>(app, CLUE_COUNT_DEFAULT, args, { quiet: true })).totalRecord)
}

/** A number, a counter or the things themselves. */
function size(value: unknown): number {
  if (Array.isArray(value)) return value.length
  if (typeof value === 'object' && value && 'number' in value) return Number(value.number) || 0
  return Number(value) || 0
}
