import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, runnable } from '../src/supervision/server/start/find-browser.ts'

export { findChromium }

/** For tests: the one without windows, which nobody sees there, takes a third less of the processor for the same page. */
export const findQuickChromium = (): string | undefined =>
  findChromium(process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell')

/** Folder with initdb and postgres: `PG_BIN`, else Debian's newest version. */
export function postgresBinaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root)
    ? readdirSync(root)
        .sort((a, b) => Number(b) - Number(a))
        .map(v => join(root, v, 'bin'))
    : []
  return [process.env['PG_BIN'] ?? '', ...versions].find(folder => folder !== '' && runnable(join(folder, 'initdb')))
}

/** nginx on this machine: `NGINX`, else the usual places. */
export function findNginx(): string | undefined {
  const places = [process.env['NGINX'] ?? '', '/usr/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx']
  return places.find(place => place !== '' && runnable(place))
}

/** PgBouncer on this machine: `PGBOUNCER`, else the usual places. */
export const findPgBouncer = (): string | undefined =>
  [process.env['PGBOUNCER'] ?? '', '/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
    place => place !== '' && runnable(place),
  )

/** Whether Poppler's programs, which read a PDF, can be started. */
export const findPoppler = (): boolean =>
  ['pdfinfo', 'pdftotext', 'pdftoppm'].every(name => spawnSync(name, ['-v']).error === undefined)

/** Flags that stop a headless Chromium from contacting its own services on a closed network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
