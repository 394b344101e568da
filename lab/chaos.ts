/**
 * Tests the product under faults: killed processes, frozen databases, wrong clocks, full disks. Uses real servers on
 * this machine, limited in number and time; not part of CI. Exits with 1 if data was lost.
 */
import { parseArgs } from 'node:util'
import { DAY, day } from './chaos/day.ts'
import { failover } from './chaos/failover.ts'
import { faults } from './chaos/faults.ts'
import { KINDS } from './chaos/ground.ts'
import { heavy } from './chaos/heavy.ts'
import { kills } from './chaos/kills.ts'
import { power } from './chaos/power.ts'
import { replicas } from './chaos/replicas.ts'
import type { Line } from './chaos/report.ts'
import { rolling } from './chaos/rolling.ts'
import { YEAR, year } from './chaos/year.ts'

const USAGE = `npm run chaos -- [--only kills,power,faults,rolling,replicas,failover,day,year,heavy] [--on PGlite,PostgreSQL]
  --kills 100         rounds of kill -9, on each database
  --cuts 50           of the power, on each database
  --fault <text>      only the faults whose name has this in it
  --rounds 3          of each trouble of a replica
  --failovers 5       times that a primary is lost, and comes back
  --stops 12          instances stopped in order behind nginx
  --requests ${DAY}   of a day
  --days ${YEAR}          of a year, in which the clock is moved
  --sites             with every site and task of the demonstration, which takes three times as long
  heavy: how long others wait while something heavy is under way; takes long, and is only run when asked for
    --imported 50000  rows of the import
    --exported 200000 rows of the export
    --batched 1000    rows of the batch
    --heap <MB>       of the server's V8
    --works <text>    only the works whose name has this in it, several with | between`

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'kills,power,faults,rolling,replicas,failover,day,year' },
    on: { type: 'string', default: KINDS.join() },
    cuts: { type: 'string', default: '50' },
    fault: { type: 'string', default: '' },
    kills: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    failovers: { type: 'string', default: '5' },
    stops: { type: 'string', default: '12' },
    requests: { type: 'string', default: String(DAY) },
    days: { type: 'string', default: String(YEAR) },
    sites: { type: 'boolean', default: false },
    imported: { type: 'string', default: '50000' },
    exported: { type: 'string', default: '200000' },
    batched: { type: 'string', default: '1000' },
    heap: { type: 'string', default: '' },
    works: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}
const kinds = KINDS.filter(kind => values.on.split(',').includes(kind))
const PARTS: Record<string, () => Promise<Line[]>> = {
  kills: async () => (await Promise.all(kinds.map(kind => kills(kind, Number(values.kills))))).flat(),
  power: async () => (await Promise.all(kinds.map(kind => power(kind, Number(values.cuts))))).flat(),
  faults: () => faults(kinds, values.fault),
  rolling: () => (kinds.includes('PostgreSQL') ? rolling(Number(values.stops)) : Promise.resolve([])),
  replicas: () => (kinds.includes('PostgreSQL') ? replicas(Number(values.rounds)) : Promise.resolve([])),
  failover: () => (kinds.includes('PostgreSQL') ? failover(Number(values.failovers)) : Promise.resolve([])),
  heavy: () =>
    heavy(kinds, {
      sizes: {
        imported: Number(values.imported),
        exported: Number(values.exported),
        batched: Number(values.batched),
      },
      flags: values.heap === '' ? [] : [`--max-old-space-size=${values.heap}`],
      named: values.works,
    }),
  day: async () => (await Promise.all(kinds.map(kind => day(kind, Number(values.requests))))).flat(),
  // one after another: the clock is the process's
  year: async () => {
    const lines: Line[] = []
    for (const kind of kinds) lines.push(await year(kind, { days: Number(values.days), isWhole: values.sites }))
    return lines
  },
}

const lines: Line[] = []
for (const name of values.only.split(',')) {
  const part = PARTS[name]
  if (!part) {
    console.error(`${name}?\n${USAGE}`)
    process.exit(2)
  }
  console.log(`${name} …`)
  lines.push(...(await part()))
}
console.log()
for (const { what, came, isWell } of lines) console.log(`${isWell ? 'well' : 'LOST'}  ${what}: ${came}`)
const ill = lines.filter(({ isWell }) => !isWell).length
console.log(`\n${lines.length - ill} of ${lines.length} well`)
process.exit(ill === 0 ? 0 : 1)
