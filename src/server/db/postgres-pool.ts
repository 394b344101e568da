import pg from 'pg'
import { nameFixed } from './fixed.ts'

const asText = (value: string): string => value
/** The same JavaScript values as PGlite gives: numbers for int8 and numeric, text for dates. */
const PARSERS: Record<number, (value: string) => unknown> = { 20: Number, 1700: Number, 1082: asText, 1114: asText, 1184: asText }

/** Calls are short and many at once: workers and compiled queries cost each of them more than they save. */
const SETTINGS = '-c max_parallel_workers_per_gather=0 -c jit=off'

export async function openPostgres(url: string): Promise<pg.Pool> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    options: SETTINGS,
    types: { getTypeParser: ((oid: number, format?: 'text') => PARSERS[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser },
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // and so would one that breaks in the middle of a transaction: its query is refused all the same
  pool.on('connect', (client) => {
    client.on('error', () => {})
    nameFixed(client)
  })
  const client = await pool.connect()
  client.release()
  return pool
}
