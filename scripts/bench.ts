/**
 * `npm run bench`: CPU of validating the repository, of resolving a made-up one, and the list in Chromium beside
 * an antd page written by hand. It prints figures and goals and fails on neither: only what cannot run fails.
 *   --rounds N (default 5)   --leak-rounds N (default 1)   --only core|list|pages   --json
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { listReport, verdicts } from './bench/list-report.ts'
import { measureList } from './bench/list.ts'
import { measureResolveSizes, resolveReport } from './bench/resolve.ts'
import { measurePages, PAGE_METRICS, PAGE_TITLE } from './bench/pages.ts'
import { startServers } from './bench/servers.ts'
import { measureValidate, validateReport } from './bench/validate.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, 'leak-rounds': { type: 'string', default: '1' }, only: { type: 'string' }, json: { type: 'boolean', default: false } },
})
const say = (line: string): void => console.error(line)
/** Wall times of a machine that does other things say little; the reader has to know. */
const machine = (): string => `${cpus()[0]?.model ?? 'unknown processor'} × ${cpus().length}, load average ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`
const wants = (part: string): boolean => values.only === undefined || values.only === part
const print = (text: string): void => { if (!values.json) console.log(`${text}\n`) }

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

const before = machine()
print(`Before: ${before}`)
const result = { before, ...(wants('core') ? core() : {}), ...(wants('list') || wants('pages') ? await browser() : {}) }
print(`After: ${machine()}. Prefer CPU to wall time where the load was above ${cpus().length - 1}.`)
if (values.json) console.log(JSON.stringify({ ...result, after: machine() }, null, 2))
process.exit(0)
