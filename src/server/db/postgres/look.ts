import type pg from 'pg'
import { ConnectionLost } from './lost.ts'
import { NamedClient } from './named-client.ts'

/** State of one of our connections, as the database reports it (pg_stat_activity). */
export interface ConnectionState {
  pid: number
  isAtWork: boolean
  /** waits for a lock of any kind */
  isWaiting: boolean
  /** tables that other transactions have locked, and views on them */
  tables: string[]
}

/** The database could not be reached within the time. */
export class NoAnswer extends Error {}

/** Cancels the statement of a connection, or terminates the connection. */
export type Stop = (what: 'statement' | 'connection', one: ConnectionState | undefined) => Promise<void>
type Then = (seen: ReadonlyMap<string, ConnectionState>, stop: Stop) => Promise<void>

const ANSWERED = /^[0-9A-Z]{5}$/

// behind a pooler connections that others used before us may bear the same name: the one that is at work is ours;
// without track_activities, or the right to read it, all connections count as at work
const LOOK = `
  select a.application_name as label, a.pid, coalesce(a.state not in ('idle', 'idle in transaction',
  'idle in transaction (aborted)'), true) as "isAtWork",
    coalesce(a.wait_event_type = 'Lock', false) as "isWaiting", coalesce(w.tables, '[]') as tables
  from pg_stat_activity a left join lateral (
    select json_agg(distinct n.relname) as tables from pg_locks l
      join pg_class c on c.oid = l.relation
      left join pg_index i on i.indexrelid = c.oid
      left join pg_depend d on d.refobjid = coalesce(i.indrelid, c.oid) and d.classid = 'pg_rewrite'::regclass
      left join pg_rewrite r on r.oid = d.objid
      join pg_class n on n.oid in (coalesce(i.indrelid, c.oid), r.ev_class)
    where l.pid = a.pid and not l.granted and l.locktype = 'relation') w on true
  where starts_with(a.application_name, $1)
  order by "isAtWork"`

/** Asks, over a separate connection, for the state of all connections whose application name begins with the tag. */
export async function look(config: pg.ClientConfig, tag: string, patience: number, then: Then): Promise<void> {
  const client = new NamedClient(
    { ...config, connectionTimeoutMillis: patience, query_timeout: patience },
    `${tag}: watch`,
  )
  client.on('error', () => {})
  try {
    const { rows } = await connected(client, tag)
    await then(new Map(rows.map(row => [row.label, row])), async (what, one) => {
      if (one)
        await client.query(`select ${what === 'statement' ? 'pg_cancel_backend' : 'pg_terminate_backend'}($1)`, [
          one.pid,
        ])
    })
  } finally {
    client.cut(new ConnectionLost(false))
  }
}

async function connected(
  client: NamedClient,
  tag: string,
): Promise<pg.QueryResult<ConnectionState & { label: string }>> {
  try {
    await client.connect()
    return await client.query(LOOK, [`${tag} `])
  } catch (error) {
    // an error of the server is an answer too: it is full, or shutting down
    if (ANSWERED.test(String((error as { code?: unknown }).code))) throw error
    throw new NoAnswer('The database does not answer', { cause: error })
  }
}
