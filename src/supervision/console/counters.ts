import type { ConsoleApp } from '../../console/app/app.ts'
import { currentConfig } from '../../console/data/config/config.ts'
import { send } from '../../console/data/http/http.ts'
import { numberOf } from '../../console/data/settings/constants.ts'
import { nowMs } from '../../console/i18n/clock.ts'
import { chinaDay } from '../../console/i18n/day.ts'
import type { Counter, Counters, Figure } from '../../console/product/product.ts'
import {
  ILLEGAL_RESULT_COUNTERS,
  ILLEGAL_RESULT_WLCB_COUNTERS,
  CLUE_COUNT_BY_ROLE,
  CLUE_COUNT_DEFAULT,
  CLUE_COUNT_SENT,
} from './calls.ts'

const DAY = 86_400_000
/** The figure of clues that are new to this user. */
export const NEW_CLUES = 'newClues'

/** Numbers of menu entries and new clues. They are read independently: if one fails, the other is still shown. */
export async function readCounters(app: ConsoleApp): Promise<Counters> {
  const { options } = currentConfig(app).manifest.app
  // 乌兰察布 has a call of its own for the same numbers
  const marks = options.clueMarks === 'wlcb' ? ILLEGAL_RESULT_WLCB_COUNTERS : ILLEGAL_RESULT_COUNTERS
  const [fresh, badges] = await Promise.all([
    countNewClues(app).catch(() => undefined),
    send<Record<string, Counter>>(app, marks, {}, { quiet: true }).catch(() => ({})),
  ])
  return { badges: badges ?? {}, figures: fresh === undefined ? {} : { [NEW_CLUES]: fresh } }
}

/** New clues (R7.05): three customers count them by different calls; an option selects which. */
export async function countNewClues(app: ConsoleApp, now = nowMs()): Promise<Figure> {
  const { options } = currentConfig(app).manifest.app
  const illegalSource = numberOf(app, 'clueCountSource', 9999)
  if (options.clueCount === 'sent') {
    const data = await send<Partial<Figure> & { wjDataUnSendList?: unknown }>(app, CLUE_COUNT_SENT, {}, { quiet: true })
    return figure(size(data.wjDataUnSendList), data)
  }
  if (options.clueCount === 'byRole') {
    const span = { startTime: String(options.clueCountFrom ?? '2025-01-01'), endTime: chinaDay(now + DAY) }
    const data = await send<Partial<Figure> & { illegals?: unknown; illegalDetail?: unknown }>(
      app,
      CLUE_COUNT_BY_ROLE,
      { illegalSource: String(illegalSource), ...span },
      { quiet: true },
    )
    return figure(size(data.illegals) + size(data.illegalDetail), data)
  }
  const args = { illegalSource, type: '', pageFlag: 1, pageNo: 1, pageRowNo: numberOf(app, 'clueCountSize', 10) }
  const data = await send<Partial<Figure> & { totalRecord?: unknown }>(app, CLUE_COUNT_DEFAULT, args, { quiet: true })
  return figure(size(data.totalRecord), data)
}

const figure = (count: number, { filters }: Partial<Figure>): Figure => ({ count, ...(filters ? { filters } : {}) })

/** Reads the size from a number, an object with a count, or a list. */
function size(value: unknown): number {
  if (Array.isArray(value)) return value.length
  if (typeof value === 'object' && value && 'number' in value) return Number(value.number) || 0
  return Number(value) || 0
}
