import { compileProject, type Configuration } from '../../src/core/compile/configuration.ts'
import type { ListPage } from '../../src/core/contract/configuration.ts'
import { Diagnostics, type Diagnostic } from '../../src/core/diagnostic/diagnostic.ts'
import type { Scope } from '../../src/core/model/scope.ts'
import { checkPatches } from '../../src/core/overlay/check-patch.ts'
import { readProject, type Project } from '../../src/core/overlay/project.ts'
import { Resolver } from '../../src/core/overlay/resolve.ts'
import type { MapNode } from '../../src/core/source/node.ts'
import type { SourceFile } from '../../src/core/source/file.ts'
import { parseSource } from '../../src/core/source/parse.ts'

/** Path → YAML text, as a configuration folder would hold it. */
export type Files = Record<string, string>

export const sources = (files: Files): SourceFile[] => Object.entries(files).map(([path, text]) => ({ path, text }))

/** Compiled without the rules: these files need not be a whole product. */
export const compiled = (files: Files): Configuration => compileProject(resolverOf(files).project)
export const compiledList = (files: Files, scope: Scope = {}): ListPage =>
  compiled(files).scope(scope).page('data/shop') as ListPage

/** One file's tree. */
export function tree(text: string, path = 'schemas/app.yaml'): MapNode {
  const diagnostics = new Diagnostics()
  const node = parseSource({ path, text }, diagnostics.report)
  if (!node) throw new Error(`not a map of YAML: ${text}`)
  return node
}

export function resolverOf(files: Files): { resolver: Resolver; project: Project; problems: () => Diagnostic[] } {
  const diagnostics = new Diagnostics()
  const project = readProject(sources(files), diagnostics.report)
  return { project, resolver: new Resolver(project), problems: () => diagnostics.sorted() }
}

/** `code file:line:col (suggestion)` of every problem that patches have. */
export function patchProblems(files: Files): string[] {
  const diagnostics = new Diagnostics()
  checkPatches(new Resolver(readProject(sources(files), diagnostics.report)), diagnostics.report)
  return diagnostics.sorted().map(d => {
    const { file, line, col } = d.origin
    return `${d.code} ${file}:${line}:${col}${d.suggestion ? ` (${d.suggestion})` : ''}`
  })
}

export const BASE: Files = {
  'schemas/app.yaml':
    'title: 大数据网络监测平台\ncustomerTitle: "{areaName}网络交易数据监测平台"\nlanguages: [zh]\nlanguage: zh\nheader: {sidebarLogo: false}\nfooter: {text: x, shown: true}\napi: {base: /prod-api, fileBase: /file, clientId: a, clientSecret: b, tenant: api-x}\nconstants: {pageSize: 20}\n',
  'schemas/menu.yaml':
    'menu:\n  dataCenter:\n    title: 数据中心\n    children:\n      shop: {title: 网店, page: data/shop}\n',
  'schemas/endpoints.yaml':
    'endpoints:\n  shop.list: {method: POST, path: /api/shop/list, in: body, label: 网店列表, handler: list, entity: shop}\n',
  'schemas/dictionaries/platform.yaml':
    'dictionary: platform\nlabel: 平台\nentries:\n  "02": 天猫\n  "01": {label: 淘宝, tone: success}\n',
  'schemas/mixins/base.yaml':
    'mixin: base\nlabel: 基础\nfields:\n  areaCode: {label: 地区, kind: area, search: prefix}\n  updateTime: {label: 更新时间, kind: datetime}\n',
  'schemas/entities/shop.yaml':
    'entity: shop\nlabel: 网店\nkey: id\ntitle: shopName\nmixins: [base]\nfields:\n  id: {label: 编号, kind: text}\n  shopName: {label: 网店名称, kind: text, width: 240}\n  platform: {label: 平台, kind: dict, dict: platform}\n  sales: {label: 销量, kind: int}\n',
  'schemas/pages/data/shop.yaml':
    'kind: list\ntitle: 网店\nentity: shop\nsource: shop.list\nfilters:\n  areaCode:\n  platform: {multiple: true}\ncolumns:\n  shopName: {fixed: left}\n  platform:\n  sales: {sort: true}\n  areaCode:\n',
}
