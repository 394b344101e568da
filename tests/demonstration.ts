/**
 * Starts the server once as a newcomer would, on the folder that is named, and stops it: what it has loaded there
 * is what the tests begin with, each with a copy of its own. To load it for each of them took minutes.
 * In the second folder that is named the same is made of PostgreSQL.
 */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '../src/server/start.ts'
import { readSettings } from '../src/server/start/environment.ts'
import { startPostgres } from './server/support/postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const [data = '', cluster] = process.argv.slice(2)

const postgres = cluster === undefined ? undefined : await startPostgres(['-F'], cluster)
const settings = readSettings({ PORT: '0', DATA_DIR: resolve(data), ...(postgres ? { DATABASE_URL: postgres.url } : {}) }, root)
const running = await startServer(settings, root, console)
await running.close()
await postgres?.end('SIGINT')
