import { getEntry, getString, originAt, type Node } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { haveSameRecords } from '../facts/same-records.ts'

export const besidePage: Rule = {
  code: 'beside-page',
  about: {
    zh: '表单、转移旁边的记录（beside）是详情页；它的实体是那条记录的：表单的 key 所指的，没有 key 就是表单、流程自己的',
    en: [
      'The record beside a form or a transition (beside) is drawn by a detail page of its entity:',
      'the one that the key of the form points at, else that of the form or of the workflow',
    ].join(' '),
  },
  check: (context, report) => {
    for (const document of context.of('page')) {
      const beside = getEntry(document.node, 'beside')?.value
      checkPage(beside, besideForm(document, beside), document, context, report)
    }
    for (const document of context.of('workflow')) {
      const transitions = getEntry(document.node, 'transitions')?.value
      if (transitions?.type !== 'map') continue
      for (const { value } of transitions.entries.values())
        checkPage(getEntry(value, 'beside')?.value, getString(document.node, 'entity'), document, context, report)
    }
  },
}

/** The entity of the record beside a form; undefined where its key may point at anything. */
function besideForm({ node, fields }: MergedDocument, beside: Node | undefined): string | undefined {
  const key = getString(beside, 'key')
  return key === undefined ? getString(node, 'entity') : getString(fields?.entries.get(key)?.value, 'ref')
}

function checkPage(
  beside: Node | undefined,
  entity: string | undefined,
  { view }: MergedDocument,
  { resolver }: RuleContext,
  report: RuleReport,
): void {
  const route = getString(beside, 'page')
  // link-target reports a page that does not exist
  const page = route === undefined ? undefined : resolver.resolve(`pages/${route}`, view.scope)?.node
  if (!page || !beside) return
  const [kind, other] = [getString(page, 'kind'), getString(page, 'entity')]
  const isOf = entity === undefined || other === undefined || haveSameRecords(resolver, view.scope, entity, other)
  if (kind === 'detail' && isOf) return
  const suggestion = getString(resolver.entity(entity ?? '', view.scope)?.node, 'page')
  report({
    origin: originAt(beside, ['page']),
    ...(kind === 'detail'
      ? {
          zh: `页面 ${route} 显示的是 ${other}，旁边要看的记录是 ${entity}：请写 ${entity} 的详情页`,
          en: `The page ${route} shows ${other}, the record to be seen is of ${entity}: name a page of ${entity}`,
        }
      : {
          zh: `页面 ${route} 不是详情页：beside 写一条记录的详情页`,
          en: `The page ${route} is no detail page: beside names the page that shows one record`,
        }),
    ...(suggestion === undefined ? {} : { suggestion }),
  })
}
