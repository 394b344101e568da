import { sql } from 'kysely'

const CHINA = 8 * 3600_000

/** 'YYYY-MM-DD HH:mm:ss' in China's one time zone, whatever the server's is. */
export function chinaTime(at: number = Date.now()): string {
  return new Date(at + CHINA).toISOString().slice(0, 19).replace('T', ' ')
}

/** The database's own clock, in milliseconds: one for all instances, whatever becomes of theirs. */
export const DATABASE_NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
