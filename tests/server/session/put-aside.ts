import { sql } from 'kysely'
import type { Api } from '../support/api.ts'

/** Does it while the database lacks a table, so that whatever needs it fails for no fault of whoever asks. */
export async function withoutTable(api: Api, table: string, work: () => Promise<void>): Promise<void> {
  await sql`alter table ${sql.table(table)} rename to put_aside`.execute(api.db)
  await work().finally(() => sql`alter table put_aside rename to ${sql.ref(table)}`.execute(api.db))
}
