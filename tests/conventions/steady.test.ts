import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Measures, and the laboratory's rounds of chance, are no tests. */
const NO_TESTS = /^tests\/bench\//
const files = readdirSync('tests', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map(entry => join(entry.parentPath, entry.name))
  .filter(path => !NO_TESTS.test(path) && path !== join('tests/conventions/steady.test.ts'))
const linesOf = (path: string): string[] => readFileSync(path, 'utf8').split('\n')
const found = (pattern: RegExp, besides: readonly string[] = []): string[] =>
  files
    .filter(path => !besides.some(one => path.endsWith(one)))
    .flatMap(path => linesOf(path).flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}`] : [])))

/** They ask a process, a database or a job again and again until it is so; a test asks by `expect.poll`. */
const ASKING_AGAIN = [
  'server/support/process.ts',
  'server/support/postgres.ts',
  'server/support/standby.ts',
  'server/support/wait.ts',
  'server/durability/nginx.ts',
  'server/durability/writes.ts',
  'server/durability/days/office.ts',
  'server/upgrades/make.ts',
  'server/db/postgres/deploy.long.test.ts',
  // a timer of the console's own has to have run out
  'console/pages/list/query/controller.test.tsx',
]

/** What is unsteady costs a day each time that it fails: none of what makes a test so is written. */
describe('a test', () => {
  it('is not tried again', () => {
    expect(found(/\bretry:\s*\d|\.retry\(/)).toEqual([])
    expect(readFileSync('vitest.config.ts', 'utf8')).not.toMatch(/\bretry\b|\bbail\b/)
  })

  it('waits for a condition, and never for a time', () => {
    const waiting = /setTimeout\((resolve|done|r), ?[\w.]|waitForTimeout|timers\/promises/
    expect(found(waiting, ASKING_AGAIN)).toEqual([])
  })

  it('draws the same each time: chance is tests/chance.ts, with a seed', () =>
    expect(
      found(/Math\.random\(/, [
        // pages that are captured
        'supervision/server/capture/capture.long.test.ts',
        // the clock and the dice that a build is kept from
        'cli/install/steady.test.ts',
      ]),
    ).toEqual([]))

  it('is in the run by its name, not by chance', () =>
    expect(readFileSync('vitest.config.ts', 'utf8') + readFileSync('scripts/test.ts', 'utf8')).not.toMatch(/random/i))
})
