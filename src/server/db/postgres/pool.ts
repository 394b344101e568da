import pg from 'pg'
import { Connections } from './connections.ts'
import { PreparingPool } from './prepared.ts'
import { LIMITS, type DatabaseLimits } from '../limits.ts'
import { NamedClient, TAG } from './named-client.ts'
import { ConnectionWatch } from './watch.ts'

const asText = (value: string): string => value
/** Parsers that give the same JavaScript values as PGlite: numbers for int8 and numeric, texts for dates. */
const PARSERS: Record<number, (value: string) => unknown> = {
  20: Number,
  1700: Number,
  1082: asText,
  1114: asText,
  1184: asText,
}

/** Statements are short and concurrent: parallel workers and JIT compilation would cost more than they save. */
const QUICK = { max_parallel_workers_per_gather: '0', jit: 'off' }
/**
 * Room for the rows that two indexes of a large table have in common. With PostgreSQL's 4 MB those of ten million rows
 * are known by their pages alone, and each row there is searched for parts of names anew: that took longer than a
 * statement may, and takes half a second with this. It is taken where it is needed alone.
 */
const ROOM = { work_mem: '64MB' }
/** the database notices dead connections within a minute and releases their locks */
const KEEPALIVE = { tcp_keepalives_idle: '30', tcp_keepalives_interval: '10', tcp_keepalives_count: '3' }
const ONCE = { plan_cache_mode: 'force_generic_plan' }
const CONNECTIONS = 10
const PREPARED_CONNECTIONS = 5
/** of the ordinary ones; the others are left to requests that take one each */
const SPARE_CONNECTIONS = 4
/** connections live for an hour: long enough to profit from prepared plans, and then their memory is freed */
const HOUR = 3600
/** keeps firewalls from dropping idle connections, and notices a machine that has gone away */
const KEEP_ALIVE_MS = 10_000

const optionsOf = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
const limitOptions = ({ statement, lock, idle }: DatabaseLimits): Record<string, string> => ({
  statement_timeout: String(statement),
  lock_timeout: String(lock),
  idle_in_transaction_session_timeout: String(idle),
})

/** Removes the application name from the URL, because ours identifies each connection. */
function unnamed(url: string): string {
  const parsed = new URL(url)
  if (!parsed.searchParams.has('application_name')) return url
  parsed.searchParams.delete('application_name')
  return parsed.href
}

/**
 * Fails where the database cannot be reached. `shared`: a pooler gives each transaction whatever connection is free, so
 * that no connection keeps anything: neither prepared statements nor, at the pooler of our tests, the settings below.
 */
export async function openPostgres(url: string, limits = LIMITS, shared = false): Promise<PreparingPool> {
  const pool = postgresPool(url, limits, shared)
  try {
    await pool.reach()
  } catch (error) {
    pool.giveUp()
    throw error
  }
  return pool
}

const baseConfig = (url: string): pg.ClientConfig => ({
  connectionString: unnamed(url),
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
})

/** Of a connection beside the pool, without limits of time. */
export const clientConfig = (url: string): pg.ClientConfig => ({ ...baseConfig(url), options: optionsOf(KEEPALIVE) })

export function postgresPool(url: string, limits: DatabaseLimits = LIMITS, shared = false): PreparingPool {
  const base = baseConfig(url)
  const watch = new ConnectionWatch(base, TAG, limits, CONNECTIONS / 2)
  class Client extends NamedClient {
    constructor(config?: pg.ClientConfig) {
      super(config ?? {}, TAG)
    }
  }
  const connections = (max: number, settings: Record<string, string>, more: pg.PoolConfig = {}): Connections =>
    new Connections(
      new pg.Pool({
        ...base,
        max,
        Client,
        connectionTimeoutMillis: limits.connect,
        options: optionsOf({ ...QUICK, ...ROOM, ...KEEPALIVE, ...limitOptions(limits), ...settings }),
        types: {
          getTypeParser: ((oid: number, format?: 'text') =>
            PARSERS[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
        },
        ...more,
      }),
      watch,
    )
  const ordinary = connections(CONNECTIONS, {})
  const kept = { idleTimeoutMillis: HOUR * 1000, maxLifetimeSeconds: HOUR }
  const prepared = shared ? undefined : connections(PREPARED_CONNECTIONS, ONCE, kept)
  const farewell = { within: limits.close, hasten: limits.hasten, cut: () => watch.end() }
  return new PreparingPool(ordinary, prepared, farewell, SPARE_CONNECTIONS)
}
