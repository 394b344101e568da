import { dirname } from 'node:path/posix'
import type { Source } from './source.ts'

const WIDEST = 120

/** Words of supervising trade, which may occur only in the product's folder. */
const BUSINESS =
  /\b(?:carriers?|clues?|illegal\w*|evidence\w*|liveness\w*|dead(?:ku|Reason|Time|By|Library)|isDead|finishState|taskId|inspect\w*|suspect\w*)\b|[a-z](?:Clues?|Carriers?|Evidence|Liveness|Illegal)\w*/

/** The product's own code. */
const PRODUCT = /^src\/(?:supervision\/|products(?:\.words)?\.ts$)/

export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const spread = (values: readonly number[], ...shares: number[]): string =>
  [...shares.map(share => percentile(values, share)), Math.max(0, ...values)].join(' / ')
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

/** Pairs of folders that import each other, each once. */
export function pairsOf(sources: readonly Source[]): string[] {
  const arrows = new Set(
    sources.flatMap(({ path, imports }) =>
      imports
        .map(dirname)
        .filter(to => to !== dirname(path))
        .map(to => `${dirname(path)} ${to}`),
    ),
  )
  return [...arrows]
    .filter(arrow => {
      const [from = '', to = ''] = arrow.split(' ')
      return from < to && arrows.has(`${to} ${from}`)
    })
    .sort()
}

export const businessLines = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => path.startsWith('src/') && !PRODUCT.test(path))
    .flatMap(({ path, codeLines }) =>
      codeLines.filter(line => BUSINESS.test(line)).map(line => `${path}: ${line.trim()}`),
    )

export interface Measured {
  rows: [what: string, figure: string][]
  pairs: string[]
  business: string[]
}

export function measured(sources: readonly Source[], tests: readonly Source[]): Measured {
  const lengths = sources.flatMap(({ codeLines }) => codeLines.map(line => line.length))
  const functions = sources.flatMap(({ functionLines }) => functionLines)
  const code = sum(sources.map(({ codeLines }) => codeLines.length))
  const [pairs, business] = [pairsOf(sources), businessLines(sources)]
  return {
    pairs,
    business,
    rows: [
      [
        'file lines p50 / p90 / max',
        spread(
          sources.map(({ lines }) => lines.length),
          0.5,
          0.9,
        ),
      ],
      ['named function lines p50 / p90 / p99 / max', spread(functions, 0.5, 0.9, 0.99)],
      ['any', String(sum(sources.map(({ anys }) => anys)))],
      ['code line length p90 / p99 / max', spread(lengths, 0.9, 0.99)],
      [`lines over ${WIDEST} characters`, String(lengths.filter(length => length > WIDEST).length)],
      [
        'comment lines',
        `${((sum(sources.map(({ commentLines }) => commentLines)) / sum(sources.map(({ lines }) => lines.length))) * 100).toFixed(1)} %`,
      ],
      ['test lines : source lines', (sum(tests.map(({ codeLines }) => codeLines.length)) / code).toFixed(2)],
      ['pairs of folders that import each other', String(pairs.length)],
      ['business words outside the product', `${business.length} lines`],
    ],
  }
}
