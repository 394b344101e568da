import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DATA_LOCK } from '../migrate/locks.ts'
import { addressesOf } from './addresses.ts'
import { TAG } from './named-client.ts'
import { clientConfig } from './pool.ts'

/*
 * Who else uses a database. A server holds DATA_LOCK shared as long as it lives, and whoever replaces data holds it
 * alone. Servers of older versions do not know the lock, nor do other programs: their connections tell of them.
 */

/** A program with connections to the database, as PostgreSQL tells of it. */
export interface OtherProgram {
  /** empty for one on the database's own machine */
  address: string
  name: string
  /** machine and process, of a server of ours */
  place: string | null
  connections: number
  since: string
  pids: number[]
}

/** Somebody else is connected, who may write what would be lost. */
export class OthersConnected extends Error {
  readonly others: readonly OtherProgram[]
  constructor(others: readonly OtherProgram[]) {
    super('Others are connected to the database')
    this.others = others
  }
}

/** Of a server that waits until data has been replaced: it has not begun to write. */
const WAITS = ': waits'
const HOST_LENGTH = 30
const placeOf = (): string => `${TAG}: ${hostname().slice(0, HOST_LENGTH)} ${process.pid}`

// one line a program: all connections of a server of ours begin with the same name. An account without the right to see
// others' gets no address and no kind of theirs, and they count all the same
const OTHERS = `
  with client as (
    select pid, coalesce(host(client_addr), '') as address, coalesce(application_name, '') as name,
      coalesce(substring(application_name from '^wangjian [0-9a-f]{8}'), application_name, '') as program, backend_start
    from pg_stat_activity where datname = current_database() and usesysid is not null
      and coalesce(backend_type, 'client backend') = 'client backend'
      and not starts_with(coalesce(application_name, ''), $1))
  select address, program as name, max(substring(name from '^wangjian [0-9a-f]{8}: (.+ [0-9]+)$')) as place,
    count(*)::int as connections, to_char(min(backend_start), 'YYYY-MM-DD HH24:MI:SS') as since,
    json_agg(pid order by pid) as pids
  from client where not exists (select from client w where w.name = client.program || '${WAITS}')
  group by 1, 2 order by 1, 2`

const AGAIN_MS = 1000
const later = (): Promise<void> => pause(AGAIN_MS, undefined, { ref: false })

async function connectedTo(address: string, name: string, connect: number): Promise<pg.Client> {
  const client = new pg.Client({ ...clientConfig(address), application_name: name, connectionTimeoutMillis: connect })
  // told by `end`; without a listener it would end the process
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function isStandby(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  return rows[0]?.standby === true
}

/** Of several machines, the first that is no standby. */
async function connected(url: string, name: string, connect: number): Promise<pg.Client> {
  const { each } = addressesOf(url)
  let trouble: unknown = new Error('All machines are standbys')
  for (const address of each)
    try {
      const client = await connectedTo(address, name, connect)
      if (each.length === 1 || !(await isStandby(client))) return client
      await client.end()
    } catch (error) {
      trouble = error
    }
  throw trouble
}

async function takes(client: pg.Client, how: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared'): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select ${how}($1, $2) as taken`, [...DATA_LOCK])
  return rows[0]?.taken === true
}

/** How a server that wants to be there is told what it waits for, and what it does without. */
export interface Telling {
  /** data is being replaced */
  waits(): void
  /** its connection for the lock cannot be had; it is tried again */
  fails(error: unknown): void
}

/**
 * Holds the lock for a server until it is ended, over a connection of its own, which is made again when it is lost.
 * Returns when data is not being replaced; `connect`: milliseconds for a connection.
 */
export async function bePresent(url: string, connect: number, telling: Telling): Promise<() => Promise<void>> {
  const over = new AbortController()
  let held: pg.Client | undefined
  const take = async (): Promise<void> => {
    const client = await connected(url, `${TAG}${WAITS}`, connect)
    let isLost = false
    client.once('end', () => {
      isLost = true
      if (held === client) void again()
    })
    try {
      for (let tries = 0; !(await takes(client, 'pg_try_advisory_lock_shared')); tries++) {
        if (tries === 0) telling.waits()
        await later()
        over.signal.throwIfAborted()
      }
      await client.query(`select set_config('application_name', $1, false)`, [placeOf()])
      if (isLost) throw new Error('The connection was lost')
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    held = client
  }
  const again = async (): Promise<void> => {
    held = undefined
    while (held === undefined && !over.signal.aborted) {
      await later()
      await take().catch(() => undefined)
    }
  }
  await take().catch((error: unknown) => {
    telling.fails(error)
    void again()
  })
  return async () => {
    over.abort()
    const last = held
    held = undefined
    await last?.end().catch(() => undefined)
  }
}

/**
 * Does what replaces data while nobody else is connected, and no server comes. `look` refuses whoever has come all the
 * same (an older version, another program); it is called again once tables are locked, as until then they could write.
 */
export async function whileAlone<T>(
  url: string,
  connect: number,
  work: (look: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const client = await connected(url, `${TAG}: alone`, connect)
  const others = async (): Promise<OtherProgram[]> => (await client.query<OtherProgram>(OTHERS, [TAG])).rows
  const look = async (): Promise<void> => {
    const found = await others()
    if (found.length > 0) throw new OthersConnected(found)
  }
  try {
    if (!(await takes(client, 'pg_try_advisory_lock'))) throw new OthersConnected(await others())
    await look()
    return await work(look)
  } finally {
    await client.end().catch(() => undefined)
  }
}
