import type { Call } from '../../core/contract/configuration.ts'
import { currentConfig } from './config/config.ts'
import { numberOf } from './settings/constants.ts'
import { chinaDay } from '../i18n/day.ts'
import { send } from './http/http.ts'
import { BADGES, COUNT_BY_ROLE, COUNT_DEFAULT, COUNT_SENT } from './calls/shell-calls.ts'

/** A number at a menu entry; something overdue makes it a danger (R3.05). */
export interface Counter {
  number: number
  type: 'danger' | 'warning'
}
export interface Counters {
  fresh?: number
  badges: Record<string, Counter>
}

const AGE = 30_000
const DAY = 86_400_000
const listeners = new Set<() => void>()
let counters: Counters = { badges: {} }
let asked = -Infinity

export const currentCounters = (): Counters => counters
export function subscribeCounters(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asked anew when the window is looked at again, never while it is hidden and not twice within half a minute. */
export async function refreshCounters(): Promise<void> {
  const now = performance.now()
  if (document.hidden || now - asked < AGE) return
  asked = now
  const [fresh, badges] = await Promise.all([
    freshClues().catch(() => undefined),
    send<Record<string, Counter>>(BADGES, {}, { quiet: true }).catch(() => ({})),
  ])
  counters = { ...(fresh === undefined ? {} : { fresh }), badges: badges ?? {} }
  for (const listener of listeners) listener()
}

/**
 * After a call that changes clues the numbers beside the menu are old at once; whoever is shown none has never asked
 * for them.
 */
export async function recount(call: Pick<Call, 'changes'> | undefined): Promise<void> {
  if (!call?.changes?.includes('illegalResult') || asked === -Infinity) return
  asked = -Infinity
  await refreshCounters()
}

/** Three customers count in three ways (R7.05); which one is an option. */
export async function freshClues(now = Date.now()): Promise<number> {
  const { options } = currentConfig().manifest.app
  const illegalSource = numberOf('clueCountSource', 9999)
  if (options.clueCount === 'sent')
    return size((await send<{ wjDataUnSendList?: unknown }>(COUNT_SENT, {}, { quiet: true })).wjDataUnSendList)
  if (options.clueCount === 'byRole') {
    const span = { startTime: String(options.clueCountFrom ?? '2025-01-01'), endTime: chinaDay(now + DAY) }
    const data = await send<{ illegals?: unknown; illegalDetail?: unknown }>(
      COUNT_BY_ROLE,
      { illegalSource: String(illegalSource), ...span },
      { quiet: true },
    )
    return size(data.illegals) + size(data.illegalDetail)
  }
  const args = { illegalSource, type: '', pageFlag: 1, pageNo: 1, pageRowNo: numberOf('clueCountSize', 10) }
  return size((await send<{ totalRecord?: unknown }>(COUNT_DEFAULT, args, { quiet: true })).totalRecord)
}

/** A number, a counter or the things themselves. */
function size(value: unknown): number {
  if (Array.isArray(value)) return value.length
  if (typeof value === 'object' && value && 'number' in value) return Number(value.number) || 0
  return Number(value) || 0
}
