import type { ConsoleApp } from '../app/app.ts'
import type { Page } from '../../core/contract/configuration.ts'
import type { PageKind } from '../../core/model/documents.ts'
import { currentConfig, pageOf } from '../data/config/config.ts'
import { loadExpressions } from '../data/config/expressions.ts'
import { sendEarly } from '../data/http/early.ts'
import { HOLD_MS, keepAnswer, keptAnswer } from '../data/http/query.ts'
import { definitionOf } from '../fields/fields.ts'
import { NAMED_CONTROLS } from '../fields/named.ts'
import { chunk } from '../boundaries/chunk.ts'
import { firstOf, type First } from './first.ts'
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
 * Loads everything needed to draw a page: its configuration, code, expression engine and first answer. Synchronous if
 * all is cached or the page stands open, so that no loading state flashes.
 */
export function prepare(
  app: ConsoleApp,
  route: string,
  search: string,
  isOpen: (page: Page) => boolean,
): Ready | Promise<Ready> | undefined {
  const page = pageOf(app, route) ?? builtin(route)
  if (!page) return undefined
  if (!(page instanceof Promise)) {
    const View = views.get(page.kind)
    if (View && drawable.has(page) && (isOpen(page) || !awaited(app, page, search))) return { page, View }
  }
  return load(app, route, page, search)
}

/** What the page asks for first, unless it has been answered before. */
function awaited(app: ConsoleApp, page: Page, search: string): First | undefined {
  const first = firstOf(app, page, search)
  return first && keptAnswer(first.call, first.args) === undefined ? first : undefined
}

async function load(app: ConsoleApp, route: string, coming: Page | Promise<Page>, search: string): Promise<Ready> {
  // the kind is known before the page is: its code comes beside it
  const kind = currentConfig(app).manifest.pages[route]?.kind
  if (kind) KINDS[kind]().catch(() => undefined)
  const page = await coming
  const first = firstOf(app, page, search)
  const answer = first && sendEarly(app, first.call, first.args)
  const ready = await made(app, page)
  if (first && answer) await heldBack(first, answer)
  return ready
}

/** The answer mostly comes so soon that to draw the page without it first would be a drawing for nothing. */
async function heldBack({ call, args }: First, answer: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, HOLD_MS, undefined)
  })
  // a failure is told where the page asks for the answer
  const found = await Promise.race([answer.catch(() => undefined), late])
  clearTimeout(timer)
  if (found !== undefined && keptAnswer(call, args) === undefined) keepAnswer(call, args, found)
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

/**
 * Sends what a page will ask for first, if its configuration is here and it has not been answered before. What changes
 * something by being read, as a message does, waits until the page is opened.
 */
export function requestAhead(app: ConsoleApp, route: string, search: string): void {
  const page = pageOf(app, route)
  const first = page && !(page instanceof Promise) ? awaited(app, page, search) : undefined
  if (first && !first.call.changes?.length) void sendEarly(app, first.call, first.args)
}
