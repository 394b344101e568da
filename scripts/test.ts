/**
 * `npm test`: finds or installs what the browser and database tests need from the system's packages, then runs the tests
 * that every change needs; with `--all` (`npm run test:all`) all there are. What cannot be had is said clearly, with what
 * to do.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { findChromium, findNginx, findPgBouncer, findPoppler, postgresBinaries } from './find-tools.ts'

interface Need {
  what: string
  found: () => boolean
  packages: string[]
  otherwise?: string[]
}
const NEEDS: Need[] = [
  {
    what: 'Chromium (browser tests)',
    found: () => findChromium() !== undefined,
    packages: ['chromium-headless-shell', 'fonts-wqy-microhei'],
    // where the system does not have the one without windows, which takes a sixth less of the processor
    otherwise: ['chromium', 'fonts-wqy-microhei'],
  },
  {
    what: 'PostgreSQL (server tests on a real database)',
    found: () => postgresBinaries() !== undefined,
    packages: ['postgresql'],
  },
  { what: 'nginx (the test of several instances)', found: () => findNginx() !== undefined, packages: ['nginx-light'] },
  { what: 'Poppler (the test of what is printed)', found: () => findPoppler(), packages: ['poppler-utils'] },
  { what: 'PgBouncer (its test)', found: () => findPgBouncer() !== undefined, packages: ['pgbouncer'] },
]

/** A program, beside others: each of them needs one core. */
const ran = (command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> =>
  new Promise(resolve => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', () => resolve(false))
    child.once('close', code => resolve(code === 0))
  })
const node = (args: string[], env: Record<string, string> = {}): Promise<boolean> => ran(process.execPath, args, env)

const apt = (...args: string[]): Promise<boolean> => ran('apt-get', args, { DEBIAN_FRONTEND: 'noninteractive' })
const installed = (packages: string[]): Promise<boolean> =>
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages)

async function installMissing(): Promise<boolean> {
  const missing = NEEDS.filter(need => !need.found())
  if (missing.length === 0) return true
  const packages = missing.flatMap(need => need.packages)
  const others = missing.flatMap(need => need.otherwise ?? need.packages)
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (canInstall && (await apt('update', '-qq')) && ((await installed(packages)) || (await installed(others)))) {
    return NEEDS.every(need => need.found())
  }
  console.error(`Missing: ${missing.map(need => need.what).join(', ')}.`)
  console.error(`Install the system's packages and run npm test again, e.g.  sudo apt-get install ${others.join(' ')}`)
  console.error('Or name them: CHROMIUM=/path/to/chromium  PG_BIN=/folder/with/initdb  NGINX=/path/to/nginx  npm test')
  return false
}

const GIB = 1024 ** 3
const [ROOM, MEMORY] = [6 * GIB, 12 * GIB]

/** Linux's folder in memory, where it takes what the tests write and their programs; nothing if it is named or small. */
function quickFolder(): string | undefined {
  const folder = '/dev/shm'
  if (process.env['TMPDIR'] !== undefined || !existsSync(folder) || totalmem() < MEMORY) return undefined
  const { bavail, bsize } = statfsSync(folder)
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find(line => line.split(' ')[1] === folder)
  return bavail * bsize < ROOM || mount === undefined || mount.includes('noexec') ? undefined : folder
}

/** `npm run test:all` */
const isWhole = process.argv.includes('--all')
const args = process.argv.slice(2).filter(arg => arg !== '--all')
const onlyUnit = args.length > 0 && !readdirSync('tests/e2e').some(file => args.some(a => file.includes(a)))
const ofNode = (script: string, ...more: string[]): string[] => ['--import', 'tsx', script, ...more]
// in memory where there is room: the databases of a hundred servers are copied, written and thrown away
const temporary = quickFolder() ?? tmpdir()
const prepared = mkdtempSync(join(temporary, 'wangjian-prepared-'))
const prepare = (...parts: string[]): Promise<boolean> =>
  node(ofNode('tests/prepare.ts', prepared, ...parts), { TMPDIR: temporary })

/** Built and prepared once, here: a test that starts a server must not wait for it. */
async function made(): Promise<boolean> {
  // packages come while the console is built
  const [isInstalled, isBuilt] = await Promise.all([installMissing(), node(ofNode('scripts/start.ts', '--build'))])
  if (!isInstalled) process.exit(2)
  return isBuilt && (await Promise.all([prepare('pglite'), prepare('postgres', 'server')])).every(Boolean)
}

const vitest = (...more: string[]): string[] => ['node_modules/vitest/vitest.mjs', 'run', ...more]
const settings = {
  ...(isWhole ? { ALL: '1' } : {}),
  ...(onlyUnit ? {} : { PREPARED_DIR: prepared, TMPDIR: temporary }),
}
/** What has a browser waits for it more than it computes: it runs beside all else, and is told of when that has ended. */
const PARTS = [['core', 'server', 'console'], ['e2e']].map(names => names.flatMap(name => ['--project', name]))

/** To its end, and then what it said. */
function toldAfterwards(args: string[], env: Record<string, string>): Promise<() => boolean> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part))
  return new Promise(resolve => {
    child.once('close', code =>
      resolve(() => {
        process.stdout.write(Buffer.concat(said))
        return code === 0
      }),
    )
  })
}

async function inParts(): Promise<boolean> {
  const [most = [], browsers = []] = PARTS
  const beside = toldAfterwards(vitest(...browsers), settings)
  const isPassed = await node(vitest(...most), settings)
  return (await beside)() && isPassed
}

const passed = (onlyUnit || (await made())) && (await (args.length > 0 ? node(vitest(...args), settings) : inParts()))
const server = join(prepared, 'server.mjs')
if (existsSync(server)) rmSync(dirname(realpathSync(server)), { recursive: true, force: true })
rmSync(prepared, { recursive: true, force: true, maxRetries: 10 })
process.exit(passed ? 0 : 1)
