import { spawnSync } from 'node:child_process'
import type { ResolveFigure } from './core.ts'
import { table } from './table.ts'

/** One process for each size, so that garbage of one does not affect another. */
export function measureResolveSizes(): ResolveFigure[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--expose-gc', '--import', 'tsx', 'lab/bench/resolve-sizes.ts'],
    { encoding: 'utf8', maxBuffer: 2 ** 24 },
  )
  if (status !== 0) throw new Error(`measuring failed: ${stderr}`)
  return JSON.parse(stdout) as ResolveFigure[]
}

export function resolveReport(figures: ResolveFigure[]): string {
  const rows = figures.map(f => [
    `${f.pages} pages × ${f.scopes} scopes, ${f.patched} patched in each`,
    f.parseMs.toFixed(0),
    f.resolveMs.toFixed(0),
    String(f.distinct),
    f.heapMb.toFixed(0),
    f.peakMb.toFixed(0),
  ])
  const head = ['Resolve and compile in memory', 'parse ms', 'resolve ms', 'distinct pages', 'heap kept MB', 'peak MB']
  return `${table(head, rows)}\n${growth(figures)}`
}

/** Explains how cost grows. */
function growth(figures: ResolveFigure[]): string {
  const find = (pages: number, scopes: number, patched: number): ResolveFigure | undefined =>
    figures.find(f => f.pages === pages && f.scopes === scopes && f.patched === patched)
  const [one, many, few, more, twicePages, twiceScopes] = [
    find(1000, 1, 0),
    find(1000, 100, 0),
    find(1000, 100, 5),
    find(1000, 100, 20),
    find(2000, 100, 5),
    find(1000, 200, 5),
  ]
  if (!one || !many || !few || !more || !twicePages || !twiceScopes) return ''
  const each = (more.resolveMs - few.resolveMs) / (more.distinct - few.distinct)
  const product = (one.resolveMs * few.scopes) / few.resolveMs
  const times = (a: ResolveFigure): string => `${(a.resolveMs / few.resolveMs).toFixed(1)}×`
  return [
    `100 scopes without differences cost ${(many.resolveMs / one.resolveMs).toFixed(1)}× one scope; a page that differs costs about ${each.toFixed(2)} ms;`,
    `with 5 differing pages a scope, twice the pages cost ${times(twicePages)} and twice the scopes ${times(twiceScopes)};`,
    `compiling every page for every scope would cost about ${product.toFixed(0)}× as much: cost grows with the pages and the scopes' differences, not with their product.`,
  ].join(' ')
}
