/**
 * Makes what the tests begin with, each with a copy of its own, in the folder that is named: an empty embedded
 * database, and the demonstration on both databases, loaded by a server as a newcomer starts it. For each of them it
 * took minutes. The server itself is put together in one file as well. Named after the folder, only some of them are
 * made (`pglite`, `postgres`, `server`): each needs one core.
 */
import { copyFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPglite } from '../src/server/db/pglite/pool.ts'
import { tidy } from '../src/server/db/pglite/tidy.ts'
import { PRODUCTS } from '../src/products.ts'
import { JUDGED } from '../src/server/start/configuration/judged.ts'
import { startServer } from '../src/server/start/start.ts'
import { readSettings } from '../src/server/start/settings/environment.ts'
import { openDatabase } from '../src/server/start/database/open-database.ts'
import { bundleServer } from './bundle.ts'
import { copyFolder } from './folders.ts'
import { noPostgres, startPostgres } from './server/support/postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const into = process.argv[2] ?? ''

async function loaded(env: Record<string, string>): Promise<void> {
  const running = await startServer(readSettings({ PORT: '0', ...env }, root), root, console, PRODUCTS)
  await running.close()
}

async function onPglite(): Promise<void> {
  const [empty, demo] = [join(into, 'empty'), join(into, 'demo')]
  await mkdir(empty)
  await (await openPglite(join(empty, 'pg'), { isSynced: false })).end()
  copyFolder(empty, demo)
  await loaded({ DATA_DIR: demo, EMBEDDED_SYNC: '0' })
  copyFileSync(join(demo, JUDGED), join(empty, JUDGED))
  // else each server that begins with a copy does so as soon as nobody asks it anything
  const { db, close } = await openDatabase(undefined, demo, { isSynced: false })
  await tidy(db).finally(close)
}

/** Its server runs as somebody else, who has to come by. */
async function onPostgres(): Promise<void> {
  const [cluster, files] = [join(into, 'postgres'), join(into, 'files')]
  await chmod(into, 0o755)
  await mkdir(cluster)
  const postgres = await startPostgres(undefined, cluster)
  await loaded({ DATA_DIR: files, DATABASE_URL: postgres.url }).finally(() => postgres.end('SIGINT'))
}

const MADE: Record<string, () => Promise<void>> = {
  pglite: onPglite,
  server: () => bundleServer(join(into, 'server.mjs')),
  ...(noPostgres === undefined ? { postgres: onPostgres } : {}),
}
const asked = process.argv.slice(3)
const parts = Object.keys(MADE).filter(part => asked.length === 0 || asked.includes(part))
// each to its end, whatever becomes of the other: what was started is stopped
for (const end of await Promise.allSettled(parts.map(part => MADE[part]?.()))) {
  if (end.status === 'rejected') throw end.reason
}
