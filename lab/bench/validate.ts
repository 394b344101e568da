import { spawnSync } from 'node:child_process'

export interface ValidateFigure {
  /** user and system CPU seconds of the whole process tree, median of three runs */
  cpuSeconds: number
  runs: number[]
  exitCode: number
}
export const VALIDATE_GOAL = 2
const RUNS = 3

/** Validates the whole repository as CI does, and measures the CPU time of all processes. */
export function measureValidate(): ValidateFigure {
  let exitCode = 0
  const runs = Array.from({ length: RUNS }, () => {
    // the shell's `times` includes grandchildren, unlike any function of Node
    const { stdout } = spawnSync(
      'sh',
      ['-c', '"$0" scripts/quick.mjs src/cli/validate.ts >/dev/null 2>&1; echo "exit $?"; times', process.execPath],
      { encoding: 'utf8' },
    )
    exitCode = Number(/exit (\d+)/.exec(stdout)?.[1] ?? -1)
    return childSeconds(stdout)
  })
  return { cpuSeconds: [...runs].sort((a, b) => a - b)[RUNS >> 1] ?? 0, runs, exitCode }
}

/** The second line of `times`: user and system time of the children, as 0m1.25s. */
function childSeconds(output: string): number {
  const children = output.trim().split('\n').at(-1) ?? ''
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}

export function validateReport({ cpuSeconds, runs, exitCode }: ValidateFigure): string {
  const verdict = cpuSeconds < VALIDATE_GOAL ? 'reached' : 'MISSED'
  const seen = exitCode === 0 ? '' : `; it ended with ${exitCode}`
  return `Validate the whole repository: ${cpuSeconds.toFixed(2)} s of CPU (${runs.map(s => s.toFixed(2)).join(', ')}), goal < ${VALIDATE_GOAL} s ${verdict}${seen}`
}
