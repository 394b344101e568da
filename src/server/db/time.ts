import { sql } from 'kysely'
import { nowMs } from '../time/clock.ts'

const CHINA = 8 * 3600_000

/** 'YYYY-MM-DD HH:mm:ss' in China's single time zone, regardless of the server's. */
export function chinaTime(at: number = nowMs()): string {
  return new Date(at + CHINA).toISOString().slice(0, 19).replace('T', ' ')
}

/** The moment of a 'YYYY-MM-DD HH:mm:ss' in China's time zone, in milliseconds; NaN for what is none. */
export function momentOf(time: string): number {
  return Date.parse(`${time.replace(' ', 'T')}+08:00`)
}

/** The database's clock in milliseconds: the same for all instances, even if their own clocks differ. */
export const DATABASE_NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
