/**
 * `npm run bench -- run [--archive <file>] [--node <file>]`: a release, unpacked in an empty folder and started without npm
 * in PATH: how long until it answers that it is well, and its memory when nobody asks anything.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { extract } from 'tar'
import { troubleAt } from '../../src/cli/install/running.ts'
import { forget, ROOT, temporary } from '../../tests/folders.ts'
import { freePort, noPostgres, startPostgres } from '../../tests/server/support/postgres.ts'

const [archive = '', node = process.execPath] = process.argv.slice(2)
const IDLE_MS = 20_000
const STEP_MS = 20
/** Ticks of the system's clock a second, as /proc counts. */
const TICKS = 100
const GOALS = { PostgreSQL: { seconds: 2, megabytes: 220 }, PGlite: { seconds: 4, megabytes: 450 } } as const

const fieldsOf = (pid: string | number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** The process and all that it began. */
function family(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        return [{ pid: Number(name), parent: Number(fieldsOf(name)[1]) }]
      } catch {
        // it has ended meanwhile
        return []
      }
    })
  const below = (one: number): number[] => [
    one,
    ...parents.filter(({ parent }) => parent === one).flatMap(found => below(found.pid)),
  ]
  return below(pid)
}

const processorOf = (pid: number): number =>
  family(pid)
    .map(one => fieldsOf(one).slice(11, 13).map(Number))
    .reduce((sum, [user = 0, system = 0]) => sum + (user + system) / TICKS, 0)

function megabytesOf(pid: number, what: 'Rss' | 'Pss'): number {
  const kilobytes = family(pid).map(one =>
    Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
  )
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

async function unpackedIn(office: string): Promise<string> {
  let file = archive
  if (file === '') {
    const made = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/release.ts', '--into', office], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (made.status !== 0) throw new Error('There is no release')
    file = join(office, readdirSync(office).find(name => name.endsWith('.tar.gz')) ?? '')
  }
  await extract({ file, cwd: office })
  mkdirSync(join(office, 'bin'))
  for (const name of ['dirname', 'readlink']) symlinkSync(`/usr/bin/${name}`, join(office, 'bin', name))
  const folder = readdirSync(office).find(name => /^wangjian-[\d.]+$/.test(name))
  return join(office, folder ?? '', 'wangjian')
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill()
  if (child.exitCode === null) await once(child, 'close')
}

async function measure(
  launcher: string,
  name: keyof typeof GOALS,
  which: string,
  env: Record<string, string>,
): Promise<void> {
  const port = await freePort()
  const settings = { PATH: join(launcher, '../../bin'), NODE: node, DEMO: '0', PORT: String(port), ...env }
  const began = performance.now()
  const child = spawn(launcher, ['start'], { env: settings, stdio: ['ignore', 'ignore', 'inherit'] })
  const pid = child.pid ?? 0
  try {
    while ((await troubleAt(`http://127.0.0.1:${port}`)) !== undefined) {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}`)
      await pause(STEP_MS)
    }
    const [seconds, processor] = [(performance.now() - began) / 1000, processorOf(pid)]
    await pause(IDLE_MS)
    const goal = GOALS[name]
    console.log(
      `${name}, ${which}: ${seconds.toFixed(1)} s until it is well (goal ${goal.seconds}), ${processor.toFixed(1)} s of the `
        + `processor; when idle RSS ${megabytesOf(pid, 'Rss').toFixed(0)} MB (goal ${goal.megabytes}), `
        + `PSS ${megabytesOf(pid, 'Pss').toFixed(0)} MB`,
    )
  } finally {
    await ended(child)
  }
}

const load = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? ''
const office = temporary('office-')
try {
  const launcher = await unpackedIn(office)
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  console.log(`Node ${stdout.trim()}, load ${load()}`)
  const embedded = { DATA_DIR: join(office, 'embedded') }
  for (const which of ['first start', 'later start']) await measure(launcher, 'PGlite', which, embedded)
  if (noPostgres === undefined) {
    const postgres = await startPostgres()
    const env = { DATABASE_URL: postgres.url, DATA_DIR: join(office, 'files') }
    try {
      for (const which of ['first start', 'later start']) await measure(launcher, 'PostgreSQL', which, env)
    } finally {
      await postgres.stop()
    }
  }
  console.log(`Load ${load()}`)
} finally {
  await forget(office)
}
