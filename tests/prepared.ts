import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm test` has made before the tests, see prepare.ts; nothing where a test is run by itself. */
export function prepared(what: 'empty' | 'demo' | 'postgres' | 'files' | 'server.mjs'): string | undefined {
  const folder = process.env['PREPARED_DIR'] && join(process.env['PREPARED_DIR'], what)
  return folder && existsSync(folder) ? folder : undefined
}
