import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Checked } from '../core/index.ts'
import { distinctScopes } from '../core/overlay/scopes.ts'

/** Beside `schemas/`: what a product was asked for. A configuration need not have one. */
const FILE = 'specification.txt'
/** The console answers these by itself, whatever the pages are. */
const OF_CONSOLE = ['/', '/redirect']

export interface Specification {
  routes: readonly string[]
  /** method and path, or the call's name where the specification gives it no path */
  calls: readonly string[]
}

export function specificationIn(root: string): Specification | undefined {
  const path = join(root, FILE)
  if (!existsSync(path)) return undefined
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  const isRoute = (line: string): boolean => line.startsWith('/')
  return { routes: lines.filter(isRoute), calls: lines.filter(line => !isRoute(line)) }
}

/** Routes that are a page for somebody: in some scope; with those that the console answers itself. */
export function openRoutes({ project, configuration }: Checked): ReadonlySet<string> {
  const pages = distinctScopes(project).flatMap(scope => Object.keys(configuration.scope(scope).manifest.pages))
  return new Set([...OF_CONSOLE, ...pages.map(route => `/${route}`)])
}

/** Calls that something answers, by method and path and by name. */
export function answeredCalls({ configuration }: Checked): ReadonlySet<string> {
  const answered = configuration.endpoints().filter(({ handler }) => handler !== undefined)
  return new Set(answered.flatMap(({ name, method, path }) => [name, `${method} ${path}`]))
}
