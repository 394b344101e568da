import pg from 'pg'
import { PlanningPool } from './fixed.ts'

const asText = (value: string): string => value
/** The same JavaScript values as PGlite gives: numbers for int8 and numeric, text for dates. */
const PARSERS: Record<number, (value: string) => unknown> = { 20: Number, 1700: Number, 1082: asText, 1114: asText, 1184: asText }

/** Calls are short and many at once: workers and compiled queries cost each of them more than they save. */
const SETTINGS = '-c max_parallel_workers_per_gather=0 -c jit=off'
const ONCE = ' -c plan_cache_mode=force_generic_plan'
const CONNECTIONS = 10
const FIXED_CONNECTIONS = 5
/** a plan is worth keeping over a lunch break, and its memory is given back in the end */
const HOUR = 3600

function connections(url: string, more: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    types: { getTypeParser: ((oid: number, format?: 'text') => PARSERS[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser },
    ...more,
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // and so would one that breaks in the middle of a transaction: its query is refused all the same
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

export async function openPostgres(url: string): Promise<PlanningPool> {
  const ordinary = connections(url, { max: CONNECTIONS, options: SETTINGS })
  const fixed = connections(url, { max: FIXED_CONNECTIONS, options: SETTINGS + ONCE, idleTimeoutMillis: HOUR * 1000, maxLifetimeSeconds: HOUR })
  const client = await ordinary.connect()
  client.release()
  return new PlanningPool(ordinary, fixed)
}
