import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'

const MARK = '/* fixed */ '
/** Begins a statement whose text never changes and which every value finds its rows by the same index for: it is planned once a connection. */
export const FIXED = sql.raw(MARK)

const names = new Map<string, string>()

function nameOf(text: string): string {
  const found = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, found)
  return found
}

type Query = (asked: unknown, ...more: unknown[]) => unknown

/** What is planned once needs a name, by which the connection finds it again. */
export function nameFixed(client: PoolClient): void {
  const query = client.query.bind(client) as Query
  const naming: Query = (asked, ...more) =>
    (typeof asked === 'string' && asked.startsWith(MARK) ? query({ name: nameOf(asked), text: asked }, ...more) : query(asked, ...more))
  client.query = naming as typeof client.query
}
