/**
 * Starts the server once as a newcomer would, on the folder that is named, and stops it: what it has loaded there
 * is what the tests begin with, each with a copy of its own. To load it for each of them took minutes.
 */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '../src/server/start.ts'
import { readSettings } from '../src/server/start/environment.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const settings = readSettings({ PORT: '0', DATA_DIR: resolve(process.argv[2] ?? '') }, root)
const running = await startServer(settings, root, console)
await running.close()
