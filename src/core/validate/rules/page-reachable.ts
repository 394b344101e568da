import { statusOf } from '../../overlay/status.ts'
import { getEntry, getNode, getString, type MapNode } from '../../source/node.ts'
import { BASE } from '../../overlay/layer.ts'
import type { Resolver } from '../../overlay/resolve.ts'
import { isAbstract } from '../../overlay/pages.ts'
import { distinctScopes } from '../../overlay/scopes.ts'
import type { Scope } from '../../model/scope.ts'
import type { RuleContext } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'

/** Kinds of pages that the console shows by itself, without a link to them. */
const ALWAYS = new Set(['system', 'redirect'])

/** Pages that somebody gets to, as the server follows menu and links: a `parent` leads up from a page, not down. */
export const pageReachable: Rule = {
  code: 'page-reachable',
  about: {
    zh: '从菜单出发，经页面上的链接，在某个范围里总能打开每个页面',
    en: 'From the menu, by links of pages, every page can be opened in some scope',
  },
  check: (context, report) => {
    const reached = reachedSomewhere(context)
    const told = new Set<string>()
    for (const { name, node } of context.of('page')) {
      if (reached.has(name) || told.has(name) || isBuiltIn(context, name)) continue
      told.add(name)
      report({
        origin: getEntry(node, 'title')?.keyOrigin ?? node.origin,
        zh: `页面 ${name} 无处可达：没有菜单通向它，也没有能打开的页面链接到它（parent 只是返回的去处）`,
        en: `Nothing leads to the page ${name}: no menu, no link of a page that opens (a parent only leads back)`,
      })
    }
  },
}

/** A product may leave pages of the base without a menu entry: that is not reported. */
const isBuiltIn = ({ project }: RuleContext, route: string): boolean =>
  project.documents.get(`pages/${route}`)?.[0]?.layer === BASE.name

const isTrue = (node: MapNode, key: string): boolean => {
  const value = getNode(node, [key])
  return value?.type === 'scalar' && value.value === true
}

/** Routes that a page names, other than the one that it is made from. */
function linksByNode({ documents }: RuleContext): Map<MapNode, string[]> {
  return new Map(
    documents
      .filter(({ kind }) => kind === 'page')
      .map(({ node, facts }) => [
        node,
        facts.mentions
          .filter(({ what, path }) => (what === 'page' || what === 'redirect') && path.at(-1) !== 'extends')
          .map(({ name }) => name),
      ]),
  )
}

function menuPages(entries: MapNode | undefined): string[] {
  return [...(entries?.entries.values() ?? [])].flatMap(({ value }) => {
    if (value.type !== 'map') return []
    const page = getString(value, 'page')
    const children = getNode(value, ['children'])
    return [...(page === undefined ? [] : [page]), ...(children?.type === 'map' ? menuPages(children) : [])]
  })
}

/** Pages that the dialogs of a page's buttons show: their transitions say which. */
function besidePages(resolver: Resolver, scope: Scope, page: MapNode): string[] {
  const actions = getNode(page, ['actions'])
  if (actions?.type !== 'map') return []
  const workflow = statusOf(resolver.entity(getString(page, 'entity') ?? '', scope)?.node)?.workflow
  const doc = workflow === undefined ? undefined : resolver.resolve(`workflows/${workflow}`, scope)?.node
  return [...actions.entries.values()].flatMap(({ value }) => {
    const code = value.type === 'map' ? getString(value, 'transition') : undefined
    const beside = code === undefined ? undefined : getNode(doc, ['transitions', code, 'beside'])
    const route = beside?.type === 'map' ? getString(beside, 'page') : undefined
    return route === undefined ? [] : [route]
  })
}

/** A scope is walked as long as it has a page that none before it leads to. */
function reachedSomewhere(context: RuleContext): Set<string> {
  const { resolver, project } = context
  const links = linksByNode(context)
  const routes = resolver.routes()
  const found = new Set<string>()
  const asked = routes.filter(route => !isBuiltIn(context, route))
  for (const scope of distinctScopes(project)) {
    const isLacking = (route: string): boolean => {
      const node = found.has(route) ? undefined : resolver.resolve(`pages/${route}`, scope)?.node
      return node !== undefined && !isAbstract(node)
    }
    if (asked.some(isLacking)) for (const route of reachedIn(context, scope, routes, links)) found.add(route)
  }
  return found
}

/** What can be opened in one scope: from the menu and the pages that need no link, on and on. */
function reachedIn(
  { resolver }: RuleContext,
  scope: Scope,
  routes: readonly string[],
  links: ReadonlyMap<MapNode, string[]>,
): Set<string> {
  const pages = new Map(
    routes.flatMap((route): [string, MapNode][] => {
      const node = resolver.resolve(`pages/${route}`, scope)?.node
      return node && !isAbstract(node) ? [[route, node]] : []
    }),
  )
  const byItself = (node: MapNode): boolean => isTrue(node, 'open') || ALWAYS.has(getString(node, 'kind') ?? '')
  const menu = getNode(resolver.resolve('menu', scope)?.node, ['menu'])
  const waiting = [
    ...(menu?.type === 'map' ? menuPages(menu) : []),
    ...[...pages].flatMap(([route, node]) => (byItself(node) ? [route] : [])),
  ]
  const reached = new Set<string>()
  for (let route = waiting.pop(); route !== undefined; route = waiting.pop()) {
    const node = pages.get(route)
    if (!node || reached.has(route)) continue
    reached.add(route)
    waiting.push(...(links.get(node) ?? []), ...besidePages(resolver, scope, node))
  }
  return reached
}
