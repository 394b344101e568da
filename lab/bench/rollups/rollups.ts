import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import { table } from '../table.ts'
import type { Cost } from './costs.ts'

export interface RollupFigures {
  kind: string
  costs: Cost[]
  /** random changes of one writer, the rows that remained, and every difference between roll-up and rows */
  changes: number
  rows: number
  wrong: unknown[]
  /** four writers, while roll-ups are put together and made anew, with a kill at the end; PostgreSQL only */
  crowd?: { changes: number; checks: number; wrong: unknown[] }
}

const GOAL = 0.15

/** `times`: single statements of each kind; `changes`: random ones; `seconds`: of the crowd, 0 leaves it out. */
export async function measureRollups(
  kind: 'PostgreSQL' | 'PGlite',
  { times, changes, seconds }: { times: number; changes: number; seconds: number },
): Promise<RollupFigures> {
  const child = fork(resolve('lab/load/rollups.ts'), [kind, String(times), String(changes), String(seconds)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const told = await new Promise<Omit<RollupFigures, 'kind'>>((done, fail) => {
    child.once('message', done as (message: unknown) => void)
    child.once('exit', code => fail(new Error(`the measuring ended with ${code}`)))
  })
  return { kind, ...told }
}

const rightly = (wrong: readonly unknown[]): string =>
  wrong.length === 0 ? 'no difference' : `WRONG: ${JSON.stringify(wrong.slice(0, 3))}`

export function rollupReport({ kind, costs, changes, rows, wrong, crowd }: RollupFigures): string {
  const isWrite = ({ what }: Cost): boolean => !what.startsWith('read')
  const more = ({ without, with: kept }: Cost): number => kept / without - 1
  const lines = costs.map(cost => [
    `${cost.table}, ${cost.what}`,
    cost.without.toFixed(3),
    cost.with.toFixed(3),
    `${(more(cost) * 100).toFixed(0)} %`,
    isWrite(cost) ? (more(cost) <= GOAL ? 'reached' : 'MISSED') : '',
  ])
  return [
    `Roll-ups on ${kind}: medians in ms of the same statement on two tables alike in turn, all indexes of the entity; for reads rows and roll-up`,
    table(['', 'without', 'with', 'more', `goal ≤ ${GOAL * 100} %`], lines),
    `${changes.toLocaleString('en')} random changes, ${rows} rows left: ${rightly(wrong)} between roll-ups and rows`,
    ...(crowd
      ? [
          `Four writers, ${crowd.changes.toLocaleString('en')} changes, beside them one puts together and one makes anew, kill -9 at the end: ${rightly(crowd.wrong)} in ${crowd.checks} comparisons`,
        ]
      : []),
  ].join('\n')
}
