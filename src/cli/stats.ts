import type { Checked } from '../core/index.ts'
import { BASE, PRODUCT } from '../core/overlay/layer.ts'
import { distinctScopes } from '../core/overlay/scopes.ts'
import { getEntry, getString, isFalse, type Node } from '../core/source/node.ts'
import type { Language } from './args.ts'
import { answeredCalls, openRoutes, type Specification } from './specification.ts'

/** What a configuration consists of, a line a thing. */
export function statsOf(checked: Checked, language: Language): string[] {
  const { routes, kinds } = pagesOf(checked)
  const files = pageFiles(checked)
  const own = files.filter(({ layer }) => layer === PRODUCT.name)
  const overlays = files.filter(({ layer }) => layer !== PRODUCT.name)
  const variants = files.filter(({ isVariant }) => isVariant)
  const count = (what: readonly PageFile[]): string => {
    const [median, most] = [medianLines(what), Math.max(0, ...what.map(({ lines }) => lines))]
    return language === 'en'
      ? `${what.length}, lines: median ${median}, at most ${most}`
      : `${what.length} 个，行数中位数 ${median}，最多 ${most}`
  }
  const [list, entries] = [[...kinds].map(([kind, n]) => `${kind} ${n}`), menuEntries(checked)]
  return language === 'en'
    ? [
        `pages that open: ${routes} (${list.join(', ')})`,
        `menu entries that lead to a page: ${entries}`,
        `page files of the product: ${count(own)}`,
        `page files of customers and areas: ${count(overlays)}`,
        `variants among them (extends): ${count(variants)}`,
      ]
    : [
        `能打开的页面：${routes} 个（${list.join('、')}）`,
        `通向页面的菜单项：${entries} 个`,
        `产品的页面文件：${count(own)}`,
        `客户和地区的页面文件：${count(overlays)}`,
        `其中的变体（extends）：${count(variants)}`,
      ]
}

/** How much there is of what the specification names, and what is missing. */
export function keptOf({ routes, calls }: Specification, checked: Checked, language: Language): string[] {
  const [open, answered] = [openRoutes(checked), answeredCalls(checked)]
  const missing = [...routes.filter(one => !open.has(one)), ...calls.filter(one => !answered.has(one))]
  const [opened, answers] = [routes.filter(one => open.has(one)).length, calls.filter(one => answered.has(one)).length]
  const line =
    language === 'en'
      ? `specification: ${opened} of ${routes.length} routes open, ${answers} of ${calls.length} calls answer`
      : `需求说明：${routes.length} 个路由中 ${opened} 个能打开，${calls.length} 个接口中 ${answers} 个有应答`
  return missing.length === 0 ? [line] : [line, `${language === 'en' ? 'missing: ' : '还没有：'}${missing.join(', ')}`]
}

/** Routes that are a page in some scope, and how many there are of each kind. */
function pagesOf({ project, configuration }: Checked): { routes: number; kinds: Map<string, number> } {
  const found = new Map<string, string>()
  for (const scope of distinctScopes(project))
    for (const [route, { kind }] of Object.entries(configuration.scope(scope).manifest.pages)) found.set(route, kind)
  const kinds = new Map<string, number>()
  for (const kind of [...found.values()].sort()) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  return { routes: found.size, kinds }
}

/** Entries of the menu in any scope. */
function menuEntries({ project, resolver }: Checked): number {
  const found = new Set<string>()
  const collect = (entries: Node | undefined, path: string): void => {
    if (entries?.type !== 'map') return
    for (const [name, { value }] of entries.entries) {
      if (isFalse(value) || value.type !== 'map') continue
      if (getString(value, 'page') !== undefined) found.add(`${path}/${name}`)
      collect(getEntry(value, 'children')?.value, `${path}/${name}`)
    }
  }
  for (const scope of distinctScopes(project))
    collect(getEntry(resolver.resolve('menu', scope)?.node, 'menu')?.value, '')
  return found.size
}

interface PageFile {
  layer: string
  lines: number
  isVariant: boolean
}

export function medianLines(files: readonly PageFile[]): number {
  const lines = files.map(one => one.lines).sort((a, b) => a - b)
  return lines[lines.length >> 1] ?? 0
}

/** The files of pages, without those that are built in; lines of comments and empty ones are not counted. */
export function pageFiles({ project }: Pick<Checked, 'project'>): PageFile[] {
  return [...project.documents.values()]
    .flat()
    .filter(({ kind, layer }) => kind === 'page' && layer !== BASE.name)
    .map(({ layer, file, node }) => ({
      layer,
      lines: (project.sources.get(file)?.text ?? '').split('\n').filter(line => /^\s*[^\s#]/.test(line)).length,
      isVariant: getEntry(node, 'extends') !== undefined,
    }))
}
