import pg from 'pg'
import { addressesOf } from './addresses.ts'
import { Connections } from './connections.ts'
import { PreparingPool } from './prepared.ts'
import { LIMITS, type DatabaseLimits } from '../limits.ts'
import { ConnectionLost } from './lost.ts'
import { NamedClient, TAG } from './named-client.ts'
import { Primary, type Memory } from './primary.ts'
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

/** A connection that has just been opened: throws where its server is not to be used. */
export type Admit = (client: NamedClient) => Promise<void>

export interface PoolOptions {
  limits?: DatabaseLimits
  /**
   * A pooler gives each transaction whatever connection is free, so that no connection keeps anything: neither prepared
   * statements nor, at the pooler of our tests, the settings below.
   */
  shared?: boolean
  /** what is known of the primary beside what this process sees */
  memory?: Memory | undefined
  /** in place of what a primary is asked: for a pool whose servers are none */
  admit?: Admit
}

/** Fails where the database cannot be reached. */
export async function openPostgres(url: string, limits = LIMITS, shared = false): Promise<PreparingPool> {
  const pool = postgresPool(url, { limits, shared })
  await reached(pool)
  return pool
}

export async function reached(pool: PreparingPool): Promise<void> {
  try {
    await pool.reach()
  } catch (error) {
    pool.giveUp()
    throw error
  }
}

const baseConfig = (url: string): pg.ClientConfig => ({
  connectionString: unnamed(url),
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
})

/** Of a connection beside the pool, to one machine, without limits of time. */
export const clientConfig = (url: string): pg.ClientConfig => ({ ...baseConfig(url), options: optionsOf(KEEPALIVE) })

/** An admission that never ends would hold a place of the pool forever. */
const inTime =
  (admit: Admit, { connect }: DatabaseLimits): Admit =>
  async client => {
    const timer = setTimeout(() => client.cut(new ConnectionLost(true)), connect)
    await admit(client).finally(() => clearTimeout(timer))
  }

export function postgresPool(
  url: string,
  { limits = LIMITS, shared = false, memory, admit }: PoolOptions = {},
): PreparingPool {
  const primary = new Primary(addressesOf(url), { memory, patience: limits.connect, isPooled: shared })
  const base = (): pg.ClientConfig => baseConfig(primary.address)
  const watch = new ConnectionWatch(base, TAG, limits, CONNECTIONS / 2)
  class Client extends NamedClient {
    // the pool gives what it was made with, but the next connection may lead elsewhere
    constructor(config?: pg.ClientConfig) {
      super({ ...config, ...base() }, TAG)
    }
  }
  const onConnect = inTime(admit ?? (client => primary.admit(client)), limits)
  const connections = (max: number, settings: Record<string, string>, more: pg.PoolConfig = {}): Connections =>
    new Connections(
      new pg.Pool({
        ...base(),
        max,
        Client,
        onConnect: client => onConnect(client as unknown as NamedClient),
        connectionTimeoutMillis: limits.connect,
        options: optionsOf({ ...QUICK, ...ROOM, ...KEEPALIVE, ...limitOptions(limits), ...settings }),
        types: {
          getTypeParser: ((oid: number, format?: 'text') =>
            PARSERS[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
        },
        ...more,
      }),
      watch,
      admit ? undefined : primary,
    )
  const ordinary = connections(CONNECTIONS, {})
  const kept = { idleTimeoutMillis: HOUR * 1000, maxLifetimeSeconds: HOUR }
  const prepared = shared ? undefined : connections(PREPARED_CONNECTIONS, ONCE, kept)
  const cut = (): void => {
    primary.close()
    watch.end()
  }
  const farewell = { within: limits.close, hasten: limits.hasten, cut }
  return new PreparingPool(ordinary, prepared, farewell, SPARE_CONNECTIONS, primary)
}
