import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { specificationIn } from '../../src/cli/specification.ts'
import { checkFolder } from '../../src/cli/check-folder.ts'
import { distinctScopes } from '../../src/core/overlay/scopes.ts'
import { chartOf } from '../../src/console/data/standin/figures.ts'
import type { Page } from '../../src/core/contract/configuration.ts'
import { compile } from '../../src/server/config/live.ts'
import { readConfigFolder } from '../../src/server/start/configuration/config-folder.ts'
import { backendFacts } from '../../src/server/upstream/backend-facts.ts'
import { ROOT } from '../folders.ts'

const FILE = join(ROOT, 'docs/backend.md')
const HEAD = '| call | asked by |\n|---|---|\n'
/** So many pages are named, then only their number. */
const NAMED = 2

const { compiled } = compile(await readConfigFolder(ROOT))
const specification = specificationIn(ROOT)
if (!compiled || !specification) throw new Error('the configuration has errors')
const scopes = distinctScopes(checkFolder(ROOT).resolver.project).map(scope => compiled.configuration.scope(scope))
const facts = backendFacts(compiled.configuration.scope({}))

/** Calls that stand somewhere in what is compiled of a page. */
function callsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { name, method, path } = value as Record<string, unknown>
  const own = method !== undefined && path !== undefined && typeof name === 'string' ? [name] : []
  return [...own, ...Object.values(value).flatMap(callsIn)]
}
const chartsIn = (page: Page): string[] =>
  page.kind === 'dashboard' ? page.widgets.flatMap(widget => chartOf(widget, facts)?.call.name ?? []) : []

/** Calls that code of the console sends by itself. */
const namesIn = (folder: string, files: RegExp, name: RegExp): string[] =>
  readdirSync(join(ROOT, folder))
    .filter(file => files.test(file))
    .flatMap(file => [...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(name)])
    .map(([, found = '']) => found)
const sent = [
  ...['src/console/data/calls', 'src/supervision/console'].flatMap(folder =>
    namesIn(folder, /calls\.ts$/, /\bcall\(\s*'([^']+)'/g),
  ),
  ...namesIn('src/console/data/standin', /^roles\.ts$/, /'(\w+\.\w+)'/g),
]

/** Each page of the product, and what only a region or a customer has of it. */
const asking = new Map<string, Set<string>>()
for (const scoped of scopes)
  for (const route of Object.keys(scoped.manifest.pages)) {
    const page = scoped.page(route)
    const calls = page ? [...callsIn(page), ...chartsIn(page)] : []
    asking.set(route, new Set([...(asking.get(route) ?? []), ...calls]))
  }
const pages = [...asking].map(([route, calls]) => ({ route, calls }))
const words = Object.entries(facts.words).map(([dictionary, { call }]) => ({ dictionary, call: call.name }))
const instead = Object.values(facts.instead).flatMap(({ call, actions = {} }) => [call, ...Object.values(actions)])

function wordsOf(call: string): string {
  const told = words.filter(one => one.call === call).map(({ dictionary }) => dictionary)
  return told.length === 0 ? '' : `choices and columns of ${told.join(', ')}`
}

function askedBy(call: string): string {
  const routes = pages.filter(({ calls }) => calls.has(call)).map(({ route }) => route)
  const parts = [
    routes.slice(0, NAMED).join(', ') + (routes.length > NAMED ? ` and ${routes.length - NAMED} more` : ''),
    sent.includes(call) ? 'the console itself' : '',
    instead.includes(call) ? 'steps of clues' : '',
    wordsOf(call),
  ]
  return parts.filter(Boolean).join('; ') || 'nobody'
}

it('docs/backend.md says who asks each call of the specification in front of an existing backend', () => {
  const named = new Set(specification.calls)
  const rows = compiled.configuration
    .endpoints()
    .filter(({ name, method, path }) => named.has(`${method} ${path}`) || named.has(name))
    .map(({ name, method, path }) => `| ${method} ${path} | ${askedBy(name)} |\n`)
    .toSorted()
  // nobody asks: our own calls for what the specification describes without a path
  const unasked = rows.filter(row => row.includes('| nobody |')).map(row => row.split(' ')[2])
  expect(unasked).toEqual(['/api/pub/area/children', '/api/pub/area/tree'])
  const text = readFileSync(FILE, 'utf8')
  const [before = ''] = text.split(HEAD)
  const table = HEAD + rows.join('')
  if (process.env['UPDATE_CASES'] === '1') writeFileSync(FILE, before + table)
  expect(readFileSync(FILE, 'utf8')).toBe(before + table)
})
