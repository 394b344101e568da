import type { Origin } from '../../diagnostic/diagnostic.ts'
import type { Scope } from '../../model/scope.ts'
import { isAbstract } from '../../overlay/pages.ts'
import type { Project } from '../../overlay/project.ts'
import type { Resolver } from '../../overlay/resolve.ts'
import { distinctScopes } from '../../overlay/scopes.ts'
import { getNode, getString, isFalse, originAt, type MapNode } from '../../source/node.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { ScopeView } from '../facts/scope-view.ts'

/** Calls needed to sign in, change a password, load the menu and sign out; the base defines all of them. */
const CALLS = ['auth.login', 'auth.userinfo', 'auth.logout', 'menu.current', 'user.password']

/** Pages that the console opens by itself, with the view that each must have. */
const PAGES: { view: string; route?: string; zh: string; en: string }[] = [
  { view: 'login', route: 'login', zh: '没有人能登录', en: 'nobody can sign in' },
  { view: 'password', zh: '没有人能改一次性密码', en: 'nobody can change a one-time password' },
  { view: 'notFound', route: '404', zh: '错误的地址无处可去', en: 'a wrong address leads nowhere' },
]
/** Route that the console opens after sign-in. */
const HOME = 'index/index'

export const wayIn: Rule = {
  code: 'way-in',
  about: {
    zh: '每个范围里都有人能登录、修改密码，登录后有页面可看',
    en: 'In every scope somebody can sign in, change the password and land on a page',
  },
  check: ({ resolver, project }, report) => {
    const said = new Set<string>()
    // reports a problem of the base once, although every scope has it
    const once: RuleReport = problem => {
      if (said.has(problem.zh)) return
      said.add(problem.zh)
      report(problem)
    }
    const routes = resolver.routes().filter(route => maybeSystem(project, route))
    for (const scope of distinctScopes(project)) checkScope(resolver, scope, routes, once)
  },
}

/** Most pages are of another kind, in whatever scope. */
const maybeSystem = ({ documents }: Project, route: string): boolean =>
  (documents.get(`pages/${route}`) ?? []).some(({ node }) => ['system', undefined].includes(getString(node, 'kind')))

function checkScope(resolver: Resolver, scope: Scope, routes: readonly string[], report: RuleReport): void {
  const pages = new ScopeView(resolver, scope).names('page')
  const withViews = pagesOf(resolver, scope, routes)
  for (const { view, route, zh, en } of PAGES) {
    const found = withViews.find(([at, page]) => getString(page, 'view') === view && (route ?? at) === at)
    const file = `schemas/pages/${route ?? view}.yaml`
    if (!found)
      report({
        origin: { file, line: 1, col: 1 },
        zh: `没有 view: ${view} 的页面，${zh}：请写 ${file}（kind: system, view: ${view}），或去掉改掉它的覆盖`,
        en: [
          `No page has view: ${view}, so ${en}: write ${file} (kind: system, view: ${view}),`,
          'or drop the patch that takes it away',
        ].join(' '),
      })
    else if (view === 'login') checkOpen(found[1], report)
  }
  if (!pages.has(HOME)) reportHome(report)
  checkCalls(resolver, scope, report)
  checkMenu(resolver, scope, pages, report)
}

const pagesOf = (resolver: Resolver, scope: Scope, routes: readonly string[]): [string, MapNode][] =>
  routes.flatMap((route): [string, MapNode][] => {
    const page = resolver.resolve(`pages/${route}`, scope)
    return page && !isAbstract(page.node) ? [[route, page.node]] : []
  })

function checkOpen(login: MapNode, report: RuleReport): void {
  const open = getNode(login, ['open'])
  if (open?.type === 'scalar' && open.value === true) return
  report({
    origin: open?.origin ?? login.origin,
    zh: '登录页须写 open: true，否则登录之前打不开，没有人能登录',
    en: 'The sign-in page needs open: true: otherwise nobody can open it before signing in',
  })
}

const reportHome = (report: RuleReport): void =>
  report({
    origin: { file: `schemas/pages/${HOME}.yaml`, line: 1, col: 1 },
    zh: `没有页面 ${HOME}，登录后无处可去：请写 schemas/pages/${HOME}.yaml（kind: redirect, page: menu.first）`,
    en: `There is no page ${HOME} to land on: write schemas/pages/${HOME}.yaml (kind: redirect, page: menu.first)`,
  })

function checkCalls(resolver: Resolver, scope: Scope, report: RuleReport): void {
  const endpoints = resolver.resolve('endpoints', scope)?.node
  for (const call of CALLS) {
    const node = getNode(endpoints, ['endpoints', call])
    if (node && !isFalse(node)) continue
    const origin: Origin = node ? originAt(endpoints!, ['endpoints', call], true) : at('schemas/endpoints.yaml')
    report({
      origin,
      zh: `没有接口 ${call}，没有人能登录后使用：它是内置的，请不要去掉`,
      en: `Without the call ${call} nobody gets in: it is built in, so do not take it away`,
    })
  }
}

const at = (file: string): Origin => ({ file, line: 1, col: 1 })

/** At least one menu entry must lead to a page, or users would see an empty console. */
function checkMenu(resolver: Resolver, scope: Scope, pages: ReadonlySet<string>, report: RuleReport): void {
  const menu = resolver.resolve('menu', scope)?.node
  const root = getNode(menu, ['menu'])
  if (root?.type === 'map' && leads(root, pages)) return
  report({
    origin: root?.origin ?? at('schemas/menu.yaml'),
    zh: `菜单里没有一项通向页面，登录后什么也看不到：请在 menu.yaml 里写一项 {title, page}`,
    en: `No entry of the menu leads to a page: write one in menu.yaml, {title, page}`,
  })
}

const leads = (entries: MapNode, pages: ReadonlySet<string>): boolean =>
  [...entries.entries.values()].some(({ value }) => {
    if (value.type !== 'map') return false
    const page = getString(value, 'page')
    const children = getNode(value, ['children'])
    return (page !== undefined && pages.has(page)) || (children?.type === 'map' && leads(children, pages))
  })
