import { bandOf } from '../../../core/model/field/bands.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { Generating } from './ground/generating.ts'
import type { Shown } from './register.ts'

const MONTHS = 12
/** days */
const LATELY = 5
const DAY = 86_400_000
/** How far a score goes from one month to the next, and how far down for what is a dead link now. */
const STEP = 14
const DECAY = 9
const FACTS = ['uscc_dim', 'subjectType', 'jurisdictionOrg', 'areaCode', 'customerId'] as const

/** The same day of earlier months, the latest first; a month that lacks the day has its last. */
function daysOf(now: number): string[] {
  const [year = 0, month = 1, day = 1] = chinaTime(now).slice(0, 10).split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, back) => {
    const last = new Date(Date.UTC(year, month - back, 0)).getUTCDate()
    return new Date(Date.UTC(year, month - 1 - back, Math.min(day, last))).toISOString().slice(0, 10)
  })
}

const within = (score: number): number => Math.max(0, Math.min(100, score))

/** From what a carrier has now back to how it was, as long as it has been known. */
function pointsOf(g: Generating, { kind, key, title, row }: Shown, days: readonly string[]): TableRow[] {
  const found = String(row['firstFoundTime'] ?? '')
  const known = days.filter(day => day >= found.slice(0, 10))
  const bands = g.dictionary('liveness')
  let score = Number(row['livenessScore'])
  return known.map((day, back) => {
    if (back > 0) score = within(score + g.random.int(-STEP, STEP) + (row['isDead'] === 1 ? DECAY : 0))
    const [month, time] = [
      day.slice(0, 7),
      back === 0 ? chinaTime(g.now - DAY / 24) : `${day} 02:${String(10 + ((key.length + back) % 50))}:00`,
    ]
    return {
      id: `${kind}-${key}-${month}`,
      month,
      objectKind: kind,
      objectId: key,
      objectName: title,
      score,
      level: bandOf(bands, score) ?? null,
      measureTime: time,
      ...Object.fromEntries(FACTS.map(name => [name, row[name] ?? null])),
      createTime: time,
      updateTime: time,
      delFlag: 0,
    }
  })
}

/**
 * Carriers and subjects that lists show first, with all that a subject has: a year of every carrier would be half of
 * the demonstration.
 */
function measured(g: Generating, carriers: readonly Shown[], register: readonly TableRow[]): Shown[] {
  const since = chinaTime(g.now - LATELY * DAY)
  const isLate = (row: TableRow): boolean => String(row['updateTime']) >= since
  const lately = carriers.filter(({ row }) => isLate(row))
  const subjects = new Set(
    [...lately.map(({ row }) => row), ...register.filter(isLate)].flatMap(row =>
      row['uscc_dim'] ? [row['uscc_dim']] : [],
    ),
  )
  const chosen = new Set(lately)
  return carriers.filter(
    carrier => chosen.has(carrier) || (carrier.row['uscc_dim'] && subjects.has(carrier.row['uscc_dim'])),
  )
}

/** A year of scores, one a month and carrier. */
export function livenessRows(g: Generating, carriers: readonly Shown[], register: readonly TableRow[]): TableRow[] {
  const days = daysOf(g.now)
  return measured(g, carriers, register)
    .filter(({ row }) => row['livenessScore'] !== undefined && row['livenessScore'] !== null)
    .flatMap(carrier => pointsOf(g, carrier, days))
}
