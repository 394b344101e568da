/**
 * `npm run bench`: CPU of validating the repository, of resolving a made-up one, and the list in Chromium beside
 * an antd page written by hand. It prints figures and goals and fails on neither: only what cannot run fails.
 *   --rounds N (default 5)   --leak-rounds N (default 1)   --only core|list   --json
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { listReport, verdicts } from './bench/list-report.ts'
import { measureList } from './bench/list.ts'
import { measureResolveSizes, resolveReport } from './bench/resolve.ts'
import { startServers } from './bench/servers.ts'
import { measureValidate, validateReport } from './bench/validate.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, 'leak-rounds': { type: 'string', default: '1' }, only: { type: 'string' }, json: { type: 'boolean', default: false } },
})
const say = (line: string): void => console.error(line)
/** Wall times of a machine that does other things say little; the reader has to know. */
const machine = (): string => `${cpus()[0]?.model ?? 'unknown processor'} × ${cpus().length}, load average ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`
const print = (text: string): void => { if (!values.json) console.log(`${text}\n`) }

function core(): object {
  const validate = measureValidate()
  print(validateReport(validate))
  const resolve = measureResolveSizes()
  print(resolveReport(resolve))
  return { validate, resolve }
}

async function list(): Promise<object> {
  const servers = await startServers()
  try {
    const figures = await measureList(servers, { rounds: Number(values.rounds), leakRounds: Number(values['leak-rounds']) }, say)
    print(listReport(figures))
    return { list: figures, goals: verdicts(figures) }
  } finally {
    servers.stop()
  }
}

const before = machine()
print(`Before: ${before}`)
const result = { before, ...(values.only === 'list' ? {} : core()), ...(values.only === 'core' ? {} : await list()) }
print(`After: ${machine()}. Prefer CPU to wall time where the load was above ${cpus().length - 1}.`)
if (values.json) console.log(JSON.stringify({ ...result, after: machine() }, null, 2))
process.exit(0)
