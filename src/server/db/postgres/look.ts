import type pg from 'pg'
import { ConnectionLost } from './lost.ts'
import { NamedClient } from './named-client.ts'

/** What the database says of one of our connections. */
export interface Seen {
  pid: number
  isAtWork: boolean
  /** for a lock of any kind */
  isWaiting: boolean
  /** tables that other transactions have locked, and views on them */
  tables: string[]
}

/** Neither a connection nor a word within the time. */
export class NoAnswer extends Error {}

/** Ends the statement that it is at, or all of it. */
export type Stop = (what: 'statement' | 'connection', one: Seen | undefined) => Promise<void>
type Then = (seen: ReadonlyMap<string, Seen>, stop: Stop) => Promise<void>

const ANSWERED = /^[0-9A-Z]{5}$/

// without track_activities, or the right to see it, all count as at work
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
  where starts_with(a.application_name, $1)`

/** Asks, over a connection of its own, what the database is at for all whose name begins so. */
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

async function connected(client: NamedClient, tag: string): Promise<pg.QueryResult<Seen & { label: string }>> {
  try {
    await client.connect()
    return await client.query(LOOK, [`${tag} `])
  } catch (error) {
    // a refusal is an answer: it has no place left, or it is about to stop
    if (ANSWERED.test(String((error as { code?: unknown }).code))) throw error
    throw new NoAnswer('The database does not answer', { cause: error })
  }
}
