import { getEntry, getString, originAt, type Node } from '../../source/node.ts'
import { answeredBy, otherShape, type Answered } from '../facts/answered.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { haveSameRecords } from '../facts/same-records.ts'

/** Handlers that change nothing. */
const NO_CHANGE = /(?:^|\.)(?:list|one|delete)$/

export const pageSort: Rule = {
  code: 'page-sort',
  about: {
    zh: '列表由应答列表的接口读出，表单由保存的接口保存；列和按钮打开本实体的详情页，parent 是列表，菜单不直接通向详情页',
    en: [
      'Lists are read by calls that answer lists, forms are saved by calls that save;',
      'columns and buttons open details of their own entity, parents are lists, and no menu leads to a detail',
    ].join(' '),
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('page')) {
      checkCalls(document, context, report)
      checkLinks(document, context, report)
      checkParent(document, context, report)
    }
    for (const { document, mention } of context.mentions('menuPage')) {
      const target = pageAt(context, document, mention.name)
      if (getString(target, 'kind') !== 'detail') continue
      report({
        origin: mention.origin,
        zh: `“${mention.name}”是一条记录的详情页，菜单不知道打开哪一条：请通向它的列表`,
        en: `"${mention.name}" shows one record, and a menu cannot say which: lead to its list`,
        suggestion: getString(target, 'parent'),
      })
    }
  },
}

const pageAt = ({ resolver }: RuleContext, { view }: MergedDocument, route: string): Node | undefined =>
  resolver.resolve(`pages/${route}`, view.scope)?.node

function checkCalls(document: MergedDocument, context: RuleContext, report: RuleReport): void {
  const { node } = document
  const kind = getString(node, 'kind')
  const calledAt = (key: string): [Answered, string] | undefined => {
    const call = getString(node, key)
    return call === undefined ? undefined : [answeredBy(context, document, call), call]
  }
  const [source, saving] = [calledAt('source'), kind === 'form' ? calledAt('call') : undefined]
  const wanted = kind === 'list' ? 'list' : 'record'
  if (source?.[0].shape && source[0].shape !== wanted && (kind === 'list' || kind === 'detail' || kind === 'form'))
    report({ ...otherShape(source[1], wanted), origin: originAt(node, ['source']) })
  if (saving && (NO_CHANGE.test(saving[0].handler) || saving[0].shape === 'list'))
    report({
      origin: originAt(node, ['call']),
      zh: `接口 ${saving[1]} 不保存填写的内容`,
      en: `The call ${saving[1]} does not save what is filled in`,
    })
}

/** Nobody goes back from a record to a form or to paper. */
function checkParent(document: MergedDocument, context: RuleContext, report: RuleReport): void {
  const { node, name } = document
  const route = getString(node, 'parent')
  if (route === undefined) return
  const target = pageAt(context, document, route)
  const origin = originAt(node, ['parent'])
  if (route === name) report({ origin, zh: `页面 ${route} 的 parent 是它自己`, en: `The parent of ${route} is itself` })
  else if (['form', 'document', 'redirect'].includes(getString(target, 'kind') ?? ''))
    report({
      origin,
      zh: `“${route}”不是列表页：parent 写返回按钮通向的列表`,
      en: `"${route}" is no list: parent says which list the back button leads to`,
      suggestion: getString(target, 'parent'),
    })
}

/** What opens with the record's own key opens a detail of the same entity. */
function checkLinks(document: MergedDocument, context: RuleContext, report: RuleReport): void {
  const { node, view } = document
  const { resolver } = context
  const entity = getString(node, 'entity') ?? ''
  const members = (key: string): Node[] => {
    const map = getEntry(node, key)?.value
    return map?.type === 'map' ? [...map.entries.values()].map(({ value }) => value) : []
  }
  for (const part of [...members('columns'), ...members('actions')]) {
    const route = getString(part, 'page')
    const target = route === undefined || getEntry(part, 'args') ? undefined : pageAt(context, document, route)
    const other = getString(target, 'entity')
    // entity-exists tells of one that is not there
    if (!document.fields) continue
    if (getString(target, 'kind') !== 'detail' || haveSameRecords(resolver, view.scope, entity, other ?? '')) continue
    report({
      origin: originAt(part, ['page']),
      zh: `页面 ${route} 显示的是 ${other}，这里的记录是 ${entity}：没有写 args，打不开对应的那一条`,
      en: `The page ${route} shows ${other}, the record here is ${entity}: without args it cannot be found`,
    })
  }
}
