import { getEntry, getNode, getString, originAt, toValue, type Node, type ScalarNode } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { ScopeView } from '../facts/scope-view.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

/** Handlers that answer an entity's records to whoever asks. */
const RECORDS = new Set(['list', 'one'])

export const openPage: Rule = {
  code: 'open-page',
  about: {
    zh: '不登录就能打开的页面（open）和人人可调用的接口不给出有数据范围的记录；免登录的文书写明填什么（ask）；二维码通向不登录就能打开的页面',
    en: [
      'What opens without signing in, and calls open to all, show no records that belong to somebody;',
      'documents among them ask for what their address lacks;',
      'codes on paper lead to pages that open',
    ].join(' '),
  },
  alone: true,
  check: (context, report) => {
    for (const { node, view } of context.of('page')) {
      const entity = getString(node, 'entity')
      const source = getNode(context.resolver.resolve('endpoints', view.scope)?.node, [
        'endpoints',
        getString(node, 'source') ?? '',
      ])
      if (isTrue(node, 'open') && RECORDS.has(getString(source, 'handler') ?? '') && isScoped(context, entity, view))
        report({
          origin: originAt(node, ['open']),
          zh: `实体 ${entity} 的记录分地区、单位（scope），不登录就能打开的页面会给任何人看：请去掉 open`,
          en:
            `The records of ${entity} belong to areas and units (scope); a page that opens without signing in `
            + 'shows them to anybody: take out open',
        })
      if (isTrue(node, 'open') && getString(node, 'kind') === 'dashboard')
        report({
          origin: originAt(node, ['open']),
          zh: '看板的数只给登录的人，不登录打开只有报错：请去掉 open',
          en: 'Numbers are for who has signed in, so a dashboard that opens without shows errors alone: take out open',
        })
      if (isTrue(node, 'open') && getString(node, 'kind') === 'document' && !getEntry(node, 'ask'))
        report({
          origin: originAt(node, ['open']),
          zh: '不登录就能打开的文书要写 ask：没有账号的人打开不完整的网址，要知道这是什么页面、填什么',
          en:
            'A document that opens without signing in needs ask: who has half of its address '
            + 'has to learn what to fill in',
        })
      for (const target of codesOf(node)) checkCode(target, context, view, report)
    }
    for (const { node, view } of context.of('endpoints'))
      checkCalls(getEntry(node, 'endpoints')?.value, context, view, report)
  },
}

/** Pages to which the code on paper leads, and those that it also opens. */
function codesOf(page: Node): ScalarNode[] {
  const qr = getEntry(page, 'qr')?.value
  const [first, also] = ['page', 'also'].map(key => getEntry(qr, key)?.value)
  return [first, ...(also?.type === 'list' ? also.items : [])].flatMap(node => (node?.type === 'scalar' ? [node] : []))
}

function checkCode({ value, origin }: ScalarNode, context: RuleContext, view: ScopeView, report: RuleReport): void {
  const page = String(value)
  const target = context.resolver.resolve(`pages/${page}`, view.scope)?.node
  if (!target || isTrue(target, 'open')) return
  report({
    origin,
    zh: `扫码的人没有登录，打不开页面 ${page}：那个页面要写 open: true`,
    en: `Whoever reads the code has not signed in and cannot open the page ${page}: it needs open: true`,
  })
}

function checkCalls(
  calls: ReturnType<typeof getNode>,
  context: RuleContext,
  view: ScopeView,
  report: RuleReport,
): void {
  for (const [name, { value }] of calls?.type === 'map' ? calls.entries : []) {
    const isOpen = getString(value, 'access') === 'open' && RECORDS.has(getString(value, 'handler') ?? '')
    if (!isOpen || !isScoped(context, getString(value, 'entity'), view)) continue
    report({
      origin: originAt(value, ['access']),
      zh: `接口 ${name} 会把有数据范围的记录给任何人：请写 access: page`,
      en: `The call ${name} gives records that belong to somebody to anybody: write access: page`,
    })
  }
}

const isTrue = (node: ReturnType<typeof getNode>, key: string): boolean => {
  const value = getEntry(node, key)?.value
  return value !== undefined && toValue(value) === true
}

const isScoped = ({ resolver }: RuleContext, entity: string | undefined, view: ScopeView): boolean =>
  entity !== undefined && getEntry(resolver.entity(entity, view.scope)?.node, 'scope')?.value.type === 'map'
