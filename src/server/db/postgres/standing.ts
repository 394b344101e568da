/** A cluster, and how often one of its copies has been promoted since it was made: each time opens a new timeline. */
export interface Lineage {
  /** what PostgreSQL gives a cluster when it is made, and its physical copies keep */
  system: string
  timeline: number
}

/** What a PostgreSQL says of itself. */
export interface Standing {
  /** unknown where the account may not ask for it */
  lineage: Lineage | undefined
  isStandby: boolean
  isReadOnly: boolean
  /** when it was started */
  since: string
}

const NOW = `pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
  pg_postmaster_start_time()::text as since`
/**
 * Of a primary the one that it writes on: the control file names that of the last checkpoint, which after a promotion
 * is still to come. Of a standby the newest that it knows of; whom it follows only accounts of pg_monitor are told.
 */
export const TIMELINE = `case when pg_is_in_recovery() then
    greatest((select timeline_id from pg_control_checkpoint()), (select received_tli from pg_stat_wal_receiver))
    else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end`
const LINEAGE = `(select system_identifier::text from pg_control_system()) as system, ${TIMELINE} as timeline`

/** no right to it; no such function: some who offer PostgreSQL as a service keep these from their customers */
const CLOSED = /^(42501|42883|0A000)$/

type Row = Omit<Standing, 'lineage'> & Partial<Lineage>
type Ask = (statement: string) => Promise<{ rows: Row[] }>

export async function standingOf(ask: Ask): Promise<Standing> {
  const { rows } = await ask(`select ${NOW}, ${LINEAGE}`).catch((error: Error & { code?: unknown }) => {
    if (!CLOSED.test(String(error.code ?? ''))) throw error
    return ask(`select ${NOW}`)
  })
  const [{ isStandby = false, isReadOnly = false, since = '', system, timeline } = {} as Partial<Row>] = rows
  const lineage = system === undefined || timeline === undefined ? undefined : { system, timeline }
  return { lineage, isStandby, isReadOnly, since }
}
