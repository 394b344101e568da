import type { ConsoleApp } from '../app/app.ts'
import type { Page } from '../../core/contract/configuration.ts'
import type { PageKind } from '../../core/model/documents.ts'
import { pageOf } from '../data/config/config.ts'
import { loadExpressions } from '../data/config/expressions.ts'
import { definitionOf } from '../fields/fields.ts'
import { NAMED_CONTROLS } from '../fields/named.ts'
import { chunk } from '../boundaries/chunk.ts'
import { requestFirst } from './first.ts'
import { KINDS } from './kinds.ts'
import { builtin } from './system/builtin.ts'
import type { View } from './parts/view.ts'

export interface Ready {
  page: Page
  View: View
}

const views = new Map<PageKind, View>()
const drawable = new WeakSet<Page>()

/**
 * Loads everything needed to draw a page: its configuration, code and expression engine. Synchronous if all is cached,
 * so that no loading state flashes.
 */
export function prepare(app: ConsoleApp, route: string, search: string): Ready | Promise<Ready> | undefined {
  const page = pageOf(app, route) ?? builtin(route)
  if (!page) return undefined
  if (!(page instanceof Promise)) {
    const View = views.get(page.kind)
    if (View && drawable.has(page)) return { page, View }
  }
  return load(app, page, search)
}

async function load(app: ConsoleApp, coming: Page | Promise<Page>, search: string): Promise<Ready> {
  const page = await coming
  requestFirst(app, page, search)
  return made(app, page)
}

async function made(app: ConsoleApp, page: Page): Promise<Ready> {
  const [kind] = await chunk(app, Promise.all([KINDS[page.kind](), loadExpressions(page), fetchControls(page)]))
  if (kind.prepare) await chunk(app, kind.prepare(page))
  views.set(page.kind, kind.View)
  drawable.add(page)
  return { page, View: kind.View }
}

/** The controls of a form come together with its own code, not after it. */
async function fetchControls(page: Page): Promise<void> {
  if (page.kind !== 'form') return
  const fields = page.sections.flatMap(section => section.fields)
  await Promise.all(
    fields.map(({ kind, control }) => (control ? NAMED_CONTROLS[control] : definitionOf(kind).formControl)()),
  )
}

/** Loads a page's configuration and code in advance, so that opening it waits only for its data. */
export async function prefetchPage(app: ConsoleApp, route: string): Promise<void> {
  const page = await pageOf(app, route)
  if (page) await made(app, page)
}
