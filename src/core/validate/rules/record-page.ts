import { isVariant } from '../../compile/records.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getString, isFalse, originAt, type MapNode } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const recordPage: Rule = {
  code: 'record-page',
  about: {
    zh: '实体的 page、list 是本实体的详情页、列表页，有几个详情页的写明是哪一个；字段的 record 由 entity 或 kind 说明是哪个实体，所写的字段存在',
    en:
      "An entity's page and list are a detail page and a list of its own; one with several detail pages says which; "
      + 'the record of a field says its entity by entity or by kind, and names fields that exist',
  },
  check: (context, report) => {
    for (const document of context.of('entity')) {
      checkOwn(document, 'page', 'detail', context, report)
      checkOwn(document, 'list', 'list', context, report)
      for (const [name, { value }] of document.fields?.entries ?? []) checkField(name, value, document.fields, report)
    }
    checkSeveral(context, report)
  },
}

const WORDS = { detail: ['详情页', 'detail page'], list: ['列表页', 'list'] } as const

function checkOwn(
  { name, node, view }: MergedDocument,
  key: 'page' | 'list',
  kind: 'detail' | 'list',
  { resolver }: RuleContext,
  report: RuleReport,
): void {
  const route = getString(node, key)
  const page = route === undefined ? undefined : resolver.resolve(`pages/${route}`, view.scope)?.node
  // link-target reports a page that does not exist
  if (!page || (getString(page, 'kind') === kind && getString(page, 'entity') === name)) return
  const [zh, en] = WORDS[kind]
  report({
    origin: originAt(node, [key]),
    zh: `页面 ${route} 不是实体 ${name} 的${zh}`,
    en: `The page ${route} is no ${en} of the entity ${name}`,
  })
}

function checkField(name: string, field: unknown, fields: MapNode | undefined, report: RuleReport): void {
  const record = getEntry(field as MapNode, 'record')?.value
  if (record?.type !== 'map') return
  const says = (key: string): boolean => getString(record, key) !== undefined
  if (says('entity') === says('kind'))
    report({
      origin: record.origin,
      zh: `字段“${name}”的 record 要写 entity 或 kind 中的一个`,
      en: `The record of the field "${name}" needs either entity or kind`,
    })
  for (const key of ['kind', 'key']) {
    const named = getString(record, key)
    const found = named === undefined ? undefined : fields?.entries.get(named)?.value
    if (named === undefined || (found && !isFalse(found))) continue
    report({
      origin: originAt(record, [key]),
      zh: `没有字段“${named}”`,
      en: `There is no field "${named}"`,
      suggestion: nearest(named, fields?.entries.keys() ?? []),
    })
  }
}

/** Nobody can guess which of several detail pages a reference should open; a variant stands behind what it extends. */
function checkSeveral(context: RuleContext, report: RuleReport): void {
  const details = context.of('page').filter(({ node }) => getString(node, 'kind') === 'detail')
  const told = new Set<string>()
  for (const { node, view } of details) {
    const name = getString(node, 'entity') ?? ''
    const entity = context.resolver.entity(name, view.scope)?.node
    if (!entity || told.has(name) || getString(entity, 'page') !== undefined) continue
    const routes = new Set(
      details
        .filter(one => getString(one.node, 'entity') === name && view.names('page').has(one.name))
        .map(one => one.name),
    )
    const names = (route: string) => context.resolver.resolve(`pages/${route}`, view.scope)?.names
    const models = [...routes].filter(route => !isVariant(route, names(route), routes))
    if (models.length < 2) continue
    told.add(name)
    report({
      origin: originAt(entity, ['entity']),
      zh: `实体 ${name} 有几个详情页（${models.sort().join('、')}），要用 page 写明别处的链接打开哪一个`,
      en: `Several detail pages of ${name} (${models.sort().join(', ')}): say with page which one links open`,
    })
  }
}
