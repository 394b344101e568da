/**
 * Faults of every sort, and what validate says of each.
 * usage: lab/load/faults.ts cases seed [part of a sort's name]
 */
import { allFaults, drawn } from '../../tests/faults/corpus.ts'
import { legalEdits } from '../../tests/faults/kinds/legal.ts'
import { regionalEdits } from '../../tests/faults/kinds/regions.ts'
import { bySort, falseAlarms, judge, ratesOf, type Rates, type Verdict } from '../../tests/faults/judge.ts'
import { readTree } from '../../tests/faults/tree.ts'

interface FaultFigures {
  seed: number
  /** places where any fault of the corpus can happen */
  possible: number
  all: Rates
  sorts: Rates[]
  verdicts: Verdict[]
  /** edits that are right, and what was said of them */
  legal: number
  alarms: string[]
  seconds: number
}

const LEGAL = 200

/** Draws faults of every sort, and asks validate what it says of each. */
function measureFaults(size: number, seed: number, sort: string | undefined): FaultFigures {
  const start = process.cpuUsage()
  const tree = readTree()
  const possible = allFaults(tree).filter(fault => sort === undefined || fault.sort.includes(sort))
  const verdicts = judge(tree, drawn(possible, size, seed))
  const legal = [...drawn(legalEdits(tree), LEGAL, seed), ...regionalEdits()]
  const alarms = falseAlarms(tree, legal)
  const { user, system } = process.cpuUsage(start)
  return {
    seed,
    possible: possible.length,
    all: ratesOf('all', verdicts),
    sorts: bySort(verdicts),
    verdicts,
    legal: legal.length,
    alarms,
    seconds: (user + system) / 1e6,
  }
}

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)
const row = ({ sort, cases, told, exact, crashes }: Rates): string =>
  `${sort.padEnd(60)} `
  + `${String(cases).padStart(5)} ${percent(told, cases).padStart(8)} ${percent(exact, told).padStart(8)}${crashes > 0 ? `  ${crashes} CRASHED` : ''}`

function faultReport({ seed, possible, all, sorts, verdicts, legal, alarms, seconds }: FaultFigures): string {
  const silent = verdicts.filter(({ isTold }) => !isTold)
  const elsewhere = verdicts.filter(({ isTold, isExact }) => isTold && !isExact)
  return [
    `Faults: ${all.cases} drawn of ${possible} possible, seed ${seed}, ${seconds.toFixed(0)} s of CPU`,
    `${''.padEnd(60)} cases     told  at line`,
    ...sorts.map(row),
    row(all),
    `Of ${legal} edits that are right ${alarms.length} were told:`,
    ...alarms,
    '',
    `Told nothing (${silent.length}):`,
    ...silent.map(({ fault, crash }) => `  ${fault.sort} | ${fault.what}${crash ? ` | CRASH ${crash}` : ''}`),
    `Told elsewhere (${elsewhere.length}):`,
    ...elsewhere.map(({ fault, said }) => {
      const { origin, code, message } = said[0]!
      const wanted = fault.at.slice(0, 2).map(([file, line]) => `${file}:${line}`)
      return `  ${fault.sort} | ${fault.what} | ${wanted.join(' ')} | ${origin.file}:${origin.line} ${code} ${message}`
    }),
  ].join('\n')
}

const [cases = '500', seed = '1', sort] = process.argv.slice(2)
console.log(faultReport(measureFaults(Number(cases), Number(seed), sort)))
