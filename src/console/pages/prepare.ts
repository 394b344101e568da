import type { ConsoleApp } from '../app/app.ts'
import type { Page } from '../../core/contract/configuration.ts'
import type { PageKind } from '../../core/model/documents.ts'
import { pageOf } from '../data/config/config.ts'
import { loadExpressions } from '../data/config/expressions.ts'
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
 * All that a page needs before it is drawn: its blob, the code of its kind, the expression engine. At once when all is
 * here.
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
  const [kind] = await chunk(app, Promise.all([KINDS[page.kind](), loadExpressions(page)]))
  if (kind.prepare) await chunk(app, kind.prepare(page))
  views.set(page.kind, kind.View)
  drawable.add(page)
  return { page, View: kind.View }
}

/** What a page is and all that draws it, so that whoever opens it later waits for its data alone. */
export async function prefetchPage(app: ConsoleApp, route: string): Promise<void> {
  const page = await pageOf(app, route)
  if (page) await made(app, page)
}
