import { compileProject } from '../../src/core/index.ts'
import { Diagnostics } from '../../src/core/diagnostic/diagnostic.ts'
import { readProject } from '../../src/core/overlay/project.ts'
import { madeUpProject, type MadeUp } from './made-up.ts'

export interface ResolveFigure extends MadeUp {
  parseMs: number
  resolveMs: number
  /** number of distinct compiled pages */
  distinct: number
  /** megabytes of heap in use after garbage collection */
  heapMb: number
  peakMb: number
}

const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const used = process.cpuUsage(since)
  return (used.user + used.system) / 1000
}
const heapMb = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Resolves and compiles every page of every scope, the most that a server can need. */
export function measureResolve(size: MadeUp): ResolveFigure {
  const files = madeUpProject(size)
  const before = heapMb()
  const start = process.cpuUsage()
  const project = readProject(files, new Diagnostics().report)
  const parseMs = cpuMs(start)
  const middle = process.cpuUsage()
  const configuration = compileProject(project)
  const hashes = new Set<string>()
  let peak = 0
  for (let s = 0; s < size.scopes; s++) {
    const scope = configuration.scope({ customer: `c${s}`, area: String(11 + (s % 50)) })
    for (let i = 0; i < size.pages; i++)
      hashes.add(scope.page(`made/p${i}`)!.route + scope.manifest.pages[`made/p${i}`]!.hash)
    peak = Math.max(peak, process.memoryUsage().heapUsed / 2 ** 20)
  }
  const resolveMs = cpuMs(middle)
  const heap = heapMb() - before
  // used once more after garbage collection, so that what is measured is still referenced
  if (configuration.customers().length !== size.scopes) throw new Error('the made-up project lost a customer')
  return { ...size, parseMs, resolveMs, distinct: hashes.size, heapMb: heap, peakMb: peak }
}

/** Sizes that show which factor the cost grows with: pages, scopes or differences. */
export const RESOLVE_SIZES: MadeUp[] = [
  { pages: 1000, scopes: 1, patched: 0 },
  { pages: 1000, scopes: 100, patched: 0 },
  { pages: 1000, scopes: 100, patched: 5 },
  { pages: 1000, scopes: 100, patched: 20 },
  { pages: 2000, scopes: 100, patched: 5 },
  { pages: 1000, scopes: 200, patched: 5 },
]
