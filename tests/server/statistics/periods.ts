import { addDays } from '../../../src/core/period/day.ts'

const DAY_MS = 864e5
const YEARS = 2
const two = (n: number): string => String(n).padStart(2, '0')

/** A period as the address of a page says it, of one of the modes that the page offers, within two years until today. */
export function drawnPeriod(modes: readonly string[], random: () => number, now = Date.now()): string {
  const mode = modes[Math.floor(random() * modes.length)]
  const day = new Date(now - random() * YEARS * 365 * DAY_MS).toISOString().slice(0, 10)
  const [year = '', month = ''] = day.split('-')
  switch (mode) {
    case 'year':
      return year
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(month) / 3)}`
    case 'month':
      return `${year}-${two(Number(month))}`
    default:
      return `${addDays(day, -Math.floor(random() * 90))}..${day}`
  }
}
