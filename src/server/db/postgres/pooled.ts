import pg from 'pg'

const ROUNDS = 3

/**
 * Whether a pooler gives each transaction whatever connection is free: then two clients that are both connected meet in
 * one backend, which else belongs to one of them.
 */
export async function sharesBackends(url: string, connect: number): Promise<boolean> {
  const clients = [1, 2].map(() => new pg.Client({ connectionString: url, connectionTimeoutMillis: connect }))
  for (const client of clients) client.on('error', () => undefined)
  try {
    const used = clients.map(() => new Set<number>())
    for (const client of clients) await client.connect()
    for (let round = 0; round < ROUNDS; round++)
      for (const [nth, client] of clients.entries()) {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
        if (rows[0]) used[nth]?.add(rows[0].pid)
      }
    const [first, second] = used
    return [...(first ?? [])].some(pid => second?.has(pid))
  } finally {
    await Promise.all(clients.map(client => client.end().catch(() => undefined)))
  }
}
