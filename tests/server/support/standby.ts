import { sql } from 'kysely'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { openPostgres } from '../../../src/server/db/postgres/pool.ts'
import { temporary } from '../../folders.ts'
import { startPostgres, type OwnPostgres } from './postgres.ts'

/** The address of the PostgreSQL that a database is on. */
export async function urlOf(db: Database): Promise<string> {
  const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(db)
  return `postgres://postgres@127.0.0.1:${rows[0]?.port}/postgres`
}

/** A streaming replica of a running PostgreSQL, as `pg_basebackup -R` makes one. */
export class Standby {
  readonly postgres: OwnPostgres
  constructor(postgres: OwnPostgres) {
    this.postgres = postgres
  }

  static async of(primary: string, ...flags: string[]): Promise<Standby> {
    return new Standby(await startPostgres(['-F', ...flags], temporary('standby-'), primary))
  }

  get url(): string {
    return this.postgres.url
  }

  async ask<T extends object>(statement: string): Promise<T[]> {
    const db = databaseOn(await openPostgres(this.url))
    try {
      return (await sql.raw<T>(statement).execute(db)).rows
    } finally {
      await db.destroy()
    }
  }

  /** From now on it shows nothing of what is changed, until it goes on. */
  async pause(): Promise<void> {
    await this.ask('select pg_wal_replay_pause()')
    for (;;) {
      const [row] = await this.ask<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
      if (row?.state === 'paused') return
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }

  async goOn(): Promise<void> {
    await this.ask('select pg_wal_replay_resume()')
  }

  /** Until it has what the primary has committed. */
  async reach(primary: Database): Promise<void> {
    const { rows } = await sql<{ at: string }>`select pg_current_wal_flush_lsn()::text as at`.execute(primary)
    for (;;) {
      const [row] = await this.ask<{ there: boolean }>(`select pg_last_wal_replay_lsn() >= '${rows[0]?.at}' as there`)
      if (row?.there) return
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }
}
