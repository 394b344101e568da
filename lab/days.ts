/**
 * `npm run days`: the tests of core, console and server on other days than today: the time of all processes is moved
 * (the system's package `faketime`), the demonstration is made as of then. `--at 2028-02-29T09:20` names moments of
 * China's time, several times; without it, the days on which programs trip. It ends with 1 where a test fails.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** A leap day, the change of a year while tests run, the first day of the Spring Festival, the end of February. */
const MOMENTS = ['2028-02-29T09:20', '2026-12-31T23:54', '2027-02-06T10:00', '2027-02-28T23:30']
const PROJECTS = ['core', 'console', 'server']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { at: { type: 'string', multiple: true, default: MOMENTS } },
})

/** Seconds from now until then: each process of a run begins at its own time, and all by the same clock. */
function away(moment: string): number {
  const then = Date.parse(`${moment}:00+08:00`)
  if (!Number.isNaN(then)) return Math.round((then - Date.now()) / 1000)
  console.error(`${moment} is no moment, write it as 2028-02-29T09:20`)
  process.exit(2)
}

function ran(seconds: number, args: string[], env: Record<string, string>): boolean {
  const moved = ['-f', `${seconds < 0 ? '' : '+'}${seconds}s`, process.execPath, ...args]
  const { error, status } = spawnSync('faketime', moved, {
    stdio: 'inherit',
    // what waits goes on to wait as long as it says
    env: { ...process.env, ...env, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  })
  if (error) throw new Error('faketime is needed: apt-get install faketime', { cause: error })
  return status === 0
}

/** The tests that are named, or all of these projects, as of that moment. */
function passesAt(moment: string): boolean {
  const seconds = away(moment)
  const folder = mkdtempSync(join(tmpdir(), 'wangjian-days-'))
  try {
    const projects = PROJECTS.flatMap(name => ['--project', name])
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...positionals]
    return (
      ran(seconds, ['--import', 'tsx', 'tests/prepare.ts', folder], {})
      && ran(seconds, vitest, { PREPARED_DIR: folder })
    )
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

const told = values.at.map(moment => ({ moment, passes: passesAt(moment) }))
console.table(told)
process.exitCode = told.every(({ passes }) => passes) ? 0 : 1
