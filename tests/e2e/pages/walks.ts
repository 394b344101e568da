import { readConfig } from '../../../src/cli/read-config.ts'
import type { Page } from '../../../src/core/contract/configuration.ts'
import { conditionHolds } from '../../../src/core/expression/index.ts'
import { compileProject, readProject } from '../../../src/core/index.ts'
import { scopeOf } from '../../../src/core/model/scope.ts'
import { reachOf } from '../../../src/server/access/reach.ts'
import type { SignedIn } from '../../../src/server/access/signed-in.ts'
import { demoPeople } from '../../../src/supervision/server/demo/accounts.ts'
import { readDemo } from '../../../src/supervision/server/demo/demo-files.ts'

export const configuration = compileProject(
  readProject(readConfig('.'), problem => {
    throw new Error(problem.code)
  }),
)
const people = demoPeople(await readDemo('.'))

export interface Walk {
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
export function walks(): Walk[] {
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

/** Routes that a person of the demonstration has in their configuration, whether they can open them or not. */
export function knownRoutes(): string[] {
  return people.flatMap(person => {
    const scoped = configuration.scope(scopeOf(person))
    const context = { user: person, option: scoped.app.options }
    return Object.entries(scoped.manifest.pages).flatMap(([route, { visible }]) => {
      // a page of another customer's choice, such as who may what where duties are apart, is none of this one's
      if (visible !== undefined && !conditionHolds(visible, context)) return []
      const page = scoped.page(route)
      return page && isPlain(page) ? [route] : []
    })
  })
}
