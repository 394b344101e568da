import { sql } from 'kysely'

const CHINA = 8 * 3600_000

/** 'YYYY-MM-DD HH:mm:ss' in China's single time zone, regardless of the server's. */
export function chinaTime(at: number = Date.now()): string {
  return new Date(at + CHINA).toISOString().slice(0, 19).replace('T', ' ')
}

/** The database's clock in milliseconds: the same for all instances, even if their own clocks differ. */
export const DATABASE_NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
