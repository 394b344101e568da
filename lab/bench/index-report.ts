import { table } from './table.ts'
import type { TableCosts } from './table-costs.ts'

export interface RandomFigures {
  seed: number
  count: number
  figures: number[]
  /** of the nation, provinces, cities and counties */
  byLevel: number[][]
  dearest: [ms: number, set: string][]
}
export interface BesideFigures {
  quiet: number[]
  busy: number[]
  rows: number
  seconds: number
}

const LEVELS = ['nation', 'province', 'city', 'county']
const MEGABYTE = 2 ** 20
const MOST_ROOM = 1.5
const MOST_WRITES = 3
const MOST_SLOWER = 2

const verdict = (value: number, goal: number): string => `goal ≤ ${goal} ${value <= goal ? 'reached' : 'MISSED'}`

export function randomLines(random: RandomFigures, beside: BesideFigures | undefined, goal: number): string[] {
  const [p50 = 0, p95 = 0, p99 = 0] = random.figures
  const lines = [
    `${random.count} sets drawn from the page's own filters, seed ${random.seed} (--seed N draws others): `
      + `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} (${verdict(p95, goal)}), p99 ${p99.toFixed(1)} ms; the dearest:`,
    `by level, p50 and p95 in ms: ${random.byLevel.map(([half = 0, most = 0], i) => `${LEVELS[i]} ${half.toFixed(1)}, ${most.toFixed(1)}`).join('; ')}`,
    ...random.dearest.map(([ms, set]) => `  ${ms.toFixed(0)} ms  ${set}`),
  ]
  if (!beside) return lines
  const [quiet = 0, busy = 0] = [beside.quiet[1], beside.busy[1]]
  const times = quiet > 0 ? busy / quiet : 0
  return [
    ...lines,
    `Beside a collection that touched ${beside.rows.toLocaleString('en')} shops in ${beside.seconds.toFixed(0)} s: `
      + `p95 ${busy.toFixed(1)} ms, ${quiet.toFixed(1)} without it: ${times.toFixed(1)} times (${verdict(times, MOST_SLOWER)})`,
  ]
}

export function costLines(costs: TableCosts | undefined): string[] {
  if (!costs) return []
  const { room, ...writes } = costs
  const share = room.indexes / room.rows
  const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(0)} MB`
  const names = {
    inserts: 'inserts, 1,000 at once',
    singleInserts: 'inserts, one at a time',
    updates: 'changes, 1,000 at once',
    singleUpdates: 'changes, one at a time',
  }
  const lines = Object.entries(writes).map(([name, [five, derived]]) => [
    names[name as keyof typeof names],
    five.toFixed(0),
    derived.toFixed(0),
    (derived / five).toFixed(1),
    verdict(derived / five, MOST_WRITES),
  ])
  return [
    `${room.count} indexes take ${megabytes(room.indexes)} beside the rows' ${megabytes(room.rows)}: `
      + `${share.toFixed(2)} times (${verdict(share, MOST_ROOM)})`,
    'Writes, ms for 1,000 rows, median, beside the same table with five indexes',
    table(['', 'five', 'derived', 'times', ''], lines),
  ]
}
