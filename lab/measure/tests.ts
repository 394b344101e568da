import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface Cost {
  file: string
  wall: number
  cpu: number
}

const costsIn = (path: string): Cost[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Cost)

/** A test file and the contracts beside it that it runs. */
function textOf(file: string, seen = new Set<string>()): string {
  if (seen.has(file) || !existsSync(file)) return ''
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const beside = [...text.matchAll(/from '(\.[^']*)'/g)].map(([, path = '']) => join(dirname(file), path))
  const contracts = beside.filter(path => path.includes('/tests/') && !/\/(support|attack)\//.test(path))
  return [text, ...contracts.map(path => textOf(path, seen))].join('\n')
}

const unique = (all: Iterable<string>): string[] => [...new Set(all)].sort()

/** What it proves: the rules that its titles name, else what its groups of tests are about. */
function proves(text: string): string {
  const rules = unique([...text.matchAll(/\bR\d\.\d\d\b/g)].map(([rule]) => rule))
  const groups = unique([...text.matchAll(/\bdescribe\w*\((?:'([^']+)')/g)].map(([, group = '']) => group))
  const about = groups.slice(0, 3).join('; ') + (groups.length > 3 ? ` and ${groups.length - 3} more` : '')
  return [rules.join(' '), about].filter(Boolean).join(': ')
}

/** Each test file: seconds of the processor, seconds, and what it proves; the dearest first, then all together. */
export function testRows(path: string): string[][] {
  const costs = costsIn(path).sort((a, b) => b.cpu - a.cpu)
  const sum = (of: (cost: Cost) => number): string => costs.reduce((all, cost) => all + of(cost), 0).toFixed(0)
  return [
    ...costs.map(({ file, wall, cpu }) => [
      relative('tests', file),
      cpu.toFixed(1),
      wall.toFixed(1),
      proves(textOf(file)),
    ]),
    [`all ${costs.length}`, sum(({ cpu }) => cpu), sum(({ wall }) => wall), ''],
  ]
}
