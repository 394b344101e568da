/**
 * `npm run measure`: how the code is built, in figures: lengths of files, functions and lines, comments, tests, folders
 * that import each other, business words where they do not belong.   --list: each such pair and line
 * --tests: runs `npm test`, and says of each test file what it takes and what it proves
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { table } from './bench/table.ts'
import { measured } from './measure/figures.ts'
import { codeBelow, readSource } from './measure/source.ts'
import { testRows } from './measure/tests.ts'

const { values } = parseArgs({
  options: { list: { type: 'boolean', default: false }, tests: { type: 'boolean', default: false } },
})

function measureTests(): void {
  const folder = mkdtempSync(join(tmpdir(), 'costs-'))
  const into = join(folder, 'costs')
  const load = loadavg()[0]?.toFixed(1) ?? ''
  const { status } = spawnSync('npm', ['test'], { stdio: 'inherit', env: { ...process.env, COSTS: into } })
  console.log(table(['file', 'CPU s', 's', `proves (load at the beginning: ${load})`], testRows(into)))
  rmSync(folder, { recursive: true })
  process.exit(status ?? 1)
}

if (values.tests) measureTests()
const { rows, pairs, business } = measured(codeBelow('src').map(readSource), codeBelow('tests').map(readSource))
console.log(table(['', ''], rows))
if (values.list) console.log(`\n${[...pairs, '', ...business].join('\n')}`)
