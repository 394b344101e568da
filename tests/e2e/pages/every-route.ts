import { describe, expect, it } from 'vitest'
import type { Page as Tab } from 'playwright-core'
import { readConfig } from '../../../src/cli/read-config.ts'
import type { ListPage, MenuEntry, Page } from '../../../src/core/contract/configuration.ts'
import { compileProject, readProject } from '../../../src/core/index.ts'
import { scopeOf } from '../../../src/core/model/scope.ts'
import { reachOf } from '../../../src/server/access/reach.ts'
import type { SignedIn } from '../../../src/server/access/signed-in.ts'
import { demoPeople } from '../../../src/supervision/server/demo/accounts.ts'
import { readDemo } from '../../../src/supervision/server/demo/demo-files.ts'
import { accountOf, arrived, ownConsole } from '../harness.ts'

const own = ownConsole()
const configuration = compileProject(
  readProject(readConfig('.'), problem => {
    throw new Error(problem.code)
  }),
)
const people = demoPeople(await readDemo('.'))

interface Walk {
  person: SignedIn
  pages: Page[]
}

/** Pages with tests of their own: what the console draws by itself, and what leads elsewhere. */
const isPlain = ({ kind }: Page): boolean => kind !== 'system' && kind !== 'redirect'

const pagesOf = (person: SignedIn): Page[] => {
  const scoped = configuration.scope(scopeOf(person))
  return [...reachOf(scoped, person).pages].flatMap(route => scoped.page(route) ?? []).filter(isPlain)
}

/** Each route once, by somebody who may see it: who could open most that nobody has opened yet goes first. */
function walks(): Walk[] {
  const left = new Map(people.map(person => [person, pagesOf(person)]))
  const found: Walk[] = []
  for (;;) {
    const [best] = [...left].sort(([, a], [, b]) => b.length - a.length)
    if (!best || best[1].length === 0) return found
    const [person, pages] = best
    found.push({ person, pages: inOrder(pages) })
    const opened = new Set(pages.map(({ route }) => route))
    for (const [other, more] of left)
      left.set(
        other,
        more.filter(({ route }) => !opened.has(route)),
      )
  }
}

/** Lists come first: a record is opened by the key that its list shows. */
const ORDER = ['list', 'dashboard', 'form', 'detail', 'document']
const inOrder = (pages: readonly Page[]): Page[] =>
  [...pages].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))

/** What is on the screen, read in one go. */
interface Seen {
  trail: string[]
  current: string[]
  problems: string[]
  columns: string[]
  cells: string[][]
  key: string | null
  shown: number
  raw: string[]
}

/** Rows, fields, figures: whatever a page of its kind is made of; or a sentence that says why there are none. */
const SHOWN: Record<Page['kind'], string> = {
  list: 'tr[data-row-key], .grid-empty, .state',
  dashboard: '[data-widget], .screen section, .state',
  detail: 'dt, .state',
  form: 'input, textarea, select, .ant-select, .state',
  document: '.print-scroll *, .state',
  system: 'p',
  redirect: 'p',
}

/** The page that is looked at: those that were left stay in the document, hidden. */
const NOW = 'section.page:not([data-left]), section.screen:not([data-left]), .print-preview'

const look = (tab: Tab, kind: Page['kind']): Promise<Seen> =>
  tab.evaluate(
    ([css, now]) => {
      const page = [...document.querySelectorAll<HTMLElement>(now)].find(one => one.checkVisibility())
      const all = (of: string) =>
        [...(page?.querySelectorAll<HTMLElement>(of) ?? [])].filter(one => one.checkVisibility())
      const texts = (of: string) => all(of).map(one => one.innerText.trim())
      const words = document.createTreeWalker(page ?? document.body, NodeFilter.SHOW_TEXT)
      const raw: string[] = []
      while (words.nextNode()) {
        const text = words.currentNode.nodeValue?.trim() ?? ''
        const isData = words.currentNode.parentElement?.closest('a[href^="http"], dd, td, code, .widget-rows')
        if (/undefined|\bNaN\b|\[object |^null$/.test(text)) raw.push(text)
        else if (!isData && /^[a-z]+\w*\.[a-zA-Z.]+$|^[a-z]+[A-Z]\w*$|[{}]/.test(text)) raw.push(text)
      }
      return {
        trail: texts('.page-head .trail > *'),
        current: [...document.querySelectorAll<HTMLElement>('nav a[aria-current="page"]')].map(
          one => one.innerText.split('\n')[0] ?? '',
        ),
        problems: texts('[role="alert"], .missing'),
        columns: texts('thead th'),
        cells: all('tr[data-row-key]').map(row => [...row.querySelectorAll('td')].map(cell => cell.innerText.trim())),
        key: all('tr[data-row-key]')[0]?.dataset['rowKey'] ?? null,
        shown: all(css).length,
        raw,
      }
    },
    [SHOWN[kind], NOW] as const,
  )

/** Something is shown, and all that the page waits for has come. */
const settled = (tab: Tab, kind: Page['kind']): Promise<unknown> =>
  tab.waitForFunction(
    ([css, now]) => {
      const seen = (of: string, within: ParentNode): Element[] =>
        [...within.querySelectorAll(of)].filter(one => one.checkVisibility())
      const [page] = seen(now, document)
      return page !== undefined && seen(css, page).length > 0 && seen('[aria-busy="true"]', page).length === 0
    },
    [SHOWN[kind], NOW] as const,
  )

/** A run of CI opens a quarter of them, the next one others; everywhere else all are opened. */
const PART = process.env['CI'] === undefined ? 1 : 0.25

/** Pages of this run, with the lists that tell which records there are. */
function drawn(pages: readonly Page[]): Page[] {
  const some = new Set(pages.filter(() => Math.random() < PART))
  const asked = new Set([...some].flatMap(page => ('entity' in page && page.kind !== 'list' ? page.entity.name : [])))
  return pages.filter(page => some.has(page) || (page.kind === 'list' && asked.has(page.entity.name)))
}

/** Goes on within the console, as a link does: nothing is loaded again. */
async function open(tab: Tab, address: string, { kind, title }: Page): Promise<void> {
  await tab.evaluate(to => {
    // pages that were left stay in the document: what is looked at next is none of them
    for (const one of document.querySelectorAll<HTMLElement>('section.page, section.screen')) one.dataset['left'] = ''
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await arrived(tab, title)
  await settled(tab, kind)
}

/** The titles of the menu that lead to a page, by each entry that it has. */
const pathsIn = (menu: readonly MenuEntry[], route: string | undefined): string[][] =>
  menu.flatMap(({ title, page, children }) => [
    ...(route !== undefined && page === route ? [[title]] : []),
    ...pathsIn(children, route).map(path => [title, ...path]),
  ])

/** Cells of columns of a dictionary or workflow that are none of its words. */
function codesIn(page: ListPage, { columns, cells }: Seen): string[] {
  return page.columns.flatMap(({ label, dict }) => {
    const at = columns.indexOf(label)
    const entries = dict === undefined || at < 0 ? [] : (page.dictionaries[dict] ?? [])
    const codes = new Set(entries.map(([code]) => code))
    const labels = new Set(entries.map(([, one]) => one))
    return cells.flatMap(row => {
      const text = row[at] ?? ''
      return codes.has(text) && !labels.has(text) ? [`${label}: ${text}`] : []
    })
  })
}

/** What is wrong with a page, as its visitor sees it. */
function wrongWith(page: Page, seen: Seen, menu: readonly MenuEntry[]): string[] {
  return [
    ...seen.problems.map(text => `says: ${text}`),
    ...seen.raw.map(text => `raw: ${text}`),
    ...(page.kind === 'list' ? codesIn(page, seen).map(text => `code: ${text}`) : []),
    ...(seen.shown === 0 ? ['shows nothing'] : []),
    ...(isAlone(page) ? [] : misplaced(page, seen, menu)),
  ]
}

/** A document is a sheet of paper, a wall display has the window to itself. */
const isAlone = (page: Page): boolean => page.kind === 'document' || (page.kind === 'dashboard' && page.screen === true)

function misplaced(page: Page, seen: Seen, menu: readonly MenuEntry[]): string[] {
  const paths = pathsIn(menu, page.route)
  const owners = 'parent' in page ? pathsIn(menu, page.parent) : []
  const trails =
    paths.length > 0 ? paths : owners.length > 0 ? owners.map(path => [...path, page.title]) : [[page.title]]
  const said = seen.trail.join('/')
  return [
    ...(trails.some(path => path.join('/') === said) ? [] : [`trail: ${said}`]),
    ...(paths.length === 0 || paths.some(path => seen.current.includes(path.at(-1) ?? ''))
      ? []
      : [`menu: ${seen.current.join()}`]),
  ]
}

/** An open document is opened by a code that somebody was given. */
const addressOf = (page: Page, keys: ReadonlyMap<string, string>): string | undefined => {
  if (page.kind !== 'detail' && page.kind !== 'document') return `/${page.route}`
  if (page.kind === 'document' && page.argument !== page.entity.key) return undefined
  const key = keys.get(page.entity.name)
  return key === undefined ? undefined : `/${page.route}?${page.entity.key}=${encodeURIComponent(key)}`
}

describe('every route, by somebody who may see it', () => {
  const all = walks()
  it('is opened by somebody', () => {
    const opened = new Set(all.flatMap(({ pages }) => pages.map(({ route }) => route)))
    const scopes = people.map(person => configuration.scope(scopeOf(person)))
    const known = scopes
      .flatMap(scoped => Object.keys(scoped.manifest.pages))
      .filter(route => {
        const page = scopes.map(scoped => scoped.page(route)).find(Boolean)
        return page && isPlain(page)
      })
    expect(known.filter(route => !opened.has(route))).toEqual([])
  })

  it.each(all.map(walk => ({ ...walk, name: walk.person.username })))(
    'as $name: no error, no raw word, rows or why there are none, its title, place and menu entry',
    async ({ person, pages }) => {
      const {
        page: tab,
        context,
        problems,
      } = await own.logIn(accountOf(({ username }) => username === person.username))
      const menu = reachOf(configuration.scope(scopeOf(person)), person).menu
      const keys = new Map<string, string>()
      const wrong: Record<string, string[]> = {}
      tab.on('response', answer => {
        if (answer.status() >= 400)
          problems.push(`${answer.status()} ${answer.url()} ${answer.request().postData() ?? ''}`)
      })
      for (const page of drawn(pages)) {
        const address = addressOf(page, keys)
        if (address === undefined) continue
        await open(tab, address, page)
        const seen = await look(tab, page.kind)
        if (page.kind === 'list' && seen.key !== null) keys.set(page.entity.name, seen.key)
        const found = [...wrongWith(page, seen, menu), ...problems.splice(0)]
        if (found.length > 0) wrong[page.route] = found
      }
      expect(wrong).toEqual({})
      await context.close()
    },
  )
})
