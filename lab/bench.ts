/**
 * `npm run bench`: CPU of validating the repository, of resolving a made-up one, and the list in Chromium beside
 * an antd page written by hand. It prints figures and goals and fails on neither: only what cannot run fails.
 *   --rounds N (default 5)   --leak-rounds N (default 1)   --only core|list|pages|server   --json
 *   `npm run bench -- server` is --only server, and is left out otherwise: it builds a million rows.   --rows N
 * --seconds N (load)   --seed N (filter sets drawn at random)   --part lists (nothing is written)
 *   `npm run bench -- dashboards` is left out otherwise, too: the questions of the home page's widgets on a million shops
 * and as many clues, and the page in a browser   --part questions|browser   --refreshes N
 *   `npm run bench -- edits` is left out otherwise, too: from an edit being saved to its being served, --rounds N of each kind
 *   `npm run bench -- rollups` is left out otherwise, too: what writes pay for roll-ups, and whether these say what rows
 * say after --changes N (default 10000) and --seconds N of four writers
 *   `npm run bench -- imports` is left out otherwise, too: what a spreadsheet takes to be checked, written and undone
 * --database PostgreSQL|PGlite   --rows N,N (default 5000,50000)
 *   `npm run bench -- saves` is left out otherwise, too: what it costs that the embedded database waits for the disk
 * (that DATA_DIR is on)   --rows N (saves, default 300)
 *   `npm run bench -- run` is left out otherwise, too: a release unpacked without npm, until it is well, and its memory
 * --archive <file> (else it is made)   --node <file>
 *   `npm run bench -- faults` is left out otherwise, too: of configurations with one fault each, how many validate tells,
 * and how many at the exact line   --cases N (default 500)   --seed N   --sort <part of a sort's name>
 */
import { spawnSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { listReport, verdicts } from './bench/list-report.ts'
import { editReport, measureEdits } from './bench/edits.ts'
import { measureList } from './bench/list.ts'
import { measureResolveSizes, resolveReport } from './bench/resolve.ts'
import { measurePages, PAGE_METRICS, PAGE_TITLE } from './bench/pages.ts'
import { boardReport, measureBoards } from './bench/dashboards/browser.ts'
import { measureQuestions, questionReport } from './bench/dashboards/questions.ts'
import { measureRollups, rollupReport } from './bench/rollups/rollups.ts'
import { measureServer, serverReport } from './bench/server.ts'
import { startServers } from './bench/servers.ts'
import { measureValidate, validateReport } from './bench/validate.ts'

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    'leak-rounds': { type: 'string', default: '1' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    rows: { type: 'string' },
    seconds: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    times: { type: 'string', default: '40' },
    database: { type: 'string' },
    changes: { type: 'string', default: '10000' },
    part: { type: 'string' },
    cases: { type: 'string', default: '500' },
    sort: { type: 'string' },
    refreshes: { type: 'string', default: '200' },
    archive: { type: 'string' },
    node: { type: 'string' },
  },
  allowPositionals: true,
})
const say = (line: string): void => console.error(line)
/** Wall times mean little on a busy machine, so its load is printed as well. */
const machine = (): string =>
  `${cpus()[0]?.model ?? 'unknown processor'} × ${cpus().length}, load average ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`
const only = values.only ?? positionals[0]
const wants = (part: string): boolean => only === undefined || only === part
const print = (text: string): void => {
  if (!values.json) console.log(`${text}\n`)
}

function core(): object {
  const validate = measureValidate()
  print(validateReport(validate))
  const resolve = measureResolveSizes()
  print(resolveReport(resolve))
  return { validate, resolve }
}

async function browser(): Promise<object> {
  const servers = await startServers()
  const [rounds, leakRounds] = [Number(values.rounds), Number(values['leak-rounds'])]
  const result: Record<string, object> = {}
  try {
    if (wants('list')) {
      const figures = await measureList(servers, { rounds, leakRounds }, say)
      print(listReport(figures))
      Object.assign(result, { list: figures, goals: verdicts(figures) })
    }
    if (wants('pages')) {
      const figures = await measurePages(servers, rounds, leakRounds, say)
      print(listReport(figures, PAGE_METRICS, PAGE_TITLE))
      Object.assign(result, { pages: figures, pageGoals: verdicts(figures, PAGE_METRICS) })
    }
  } finally {
    servers.stop()
  }
  return result
}

/** Measures PostgreSQL with a million rows and PGlite with a tenth of that. */
async function server(): Promise<object> {
  const isReading = values.part === 'lists'
  const options = { times: Number(values.times), seconds: Number(values.seconds), seed: Number(values.seed), isReading }
  const sizes = [
    ['PostgreSQL', 1_000_000, 30],
    ['PGlite', 100_000, 50],
  ] as const
  const figures: object[] = []
  for (const [kind, rows, goal] of sizes) {
    if (values.database && values.database !== kind) continue
    const found = await measureServer(kind, Number(values.rows ?? rows), options)
    print(serverReport(found, goal))
    figures.push(found)
  }
  return { server: figures }
}

/** Statements of a kind, one of which takes half a millisecond. */
const STATEMENTS = 10

async function rollups(): Promise<object> {
  const options = {
    times: Number(values.times) * STATEMENTS,
    changes: Number(values.changes),
    seconds: Number(values.seconds),
  }
  const figures: object[] = []
  for (const kind of ['PostgreSQL', 'PGlite'] as const) {
    if (values.database && values.database !== kind) continue
    const found = await measureRollups(kind, options)
    print(rollupReport(found))
    figures.push(found)
  }
  return { rollups: figures }
}

async function edits(): Promise<object> {
  const figures = await measureEdits(Number(values.rounds))
  print(editReport(figures))
  return { edits: figures }
}

/** Questions of a widget for each level; there are twenty widgets and four levels. */
const QUESTIONS = 0.25

async function dashboards(): Promise<object> {
  const size = Number(values.rows ?? MILLION)
  const options = { shops: size, clues: size, times: Number(values.times) * QUESTIONS, seed: Number(values.seed) }
  const result: Record<string, object> = {}
  if (values.part !== 'browser') {
    const questions = await measureQuestions(values.database ?? 'PostgreSQL', options)
    print(questionReport(questions))
    Object.assign(result, { questions })
  }
  if (values.part !== 'questions') {
    const boards = await measureBoards({ rounds: Number(values.rounds), refreshes: Number(values.refreshes) }, say)
    print(boardReport(boards))
    Object.assign(result, { boards })
  }
  return { dashboards: result }
}
const MILLION = 1_000_000

/** What reads what the tests read, so that it is a process of its own, and prints what it finds. */
const OF_THEIR_OWN: Readonly<Record<string, () => string[]>> = {
  faults: () => [values.cases, values.seed, ...(values.sort === undefined ? [] : [values.sort])],
  run: () => [values.archive ?? '', values.node ?? process.execPath],
  saves: () => [values.rows ?? '300'],
  imports: () => [values.database ?? 'PostgreSQL,PGlite', values.rows ?? '5000,50000'],
}
const own = OF_THEIR_OWN[only ?? '']
if (own) {
  spawnSync(process.execPath, ['--import', 'tsx', `lab/load/${only}.ts`, ...own()], { stdio: 'inherit' })
  process.exit(0)
}
const before = machine()
print(`Before: ${before}`)
const result = {
  before,
  ...(wants('core') ? core() : {}),
  ...(wants('list') || wants('pages') ? await browser() : {}),
  ...(only === 'server' ? await server() : {}),
  ...(only === 'edits' ? await edits() : {}),
  ...(only === 'rollups' ? await rollups() : {}),
  ...(only === 'dashboards' ? await dashboards() : {}),
}
print(`After: ${machine()}. Prefer CPU to wall time where the load was above ${cpus().length - 1}.`)
if (values.json) console.log(JSON.stringify({ ...result, after: machine() }, null, 2))
process.exit(0)
