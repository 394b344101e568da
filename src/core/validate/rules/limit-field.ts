import { limitFactsOf, limitFieldOf } from '../../overlay/limit.ts'
import { statusOf } from '../../overlay/status.ts'
import { getEntry, getNode, getString, isFalse, originAt, type MapNode } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const limitField: Rule = {
  code: 'limit-field',
  about: {
    zh: [
      'kind: limit 的字段一个实体只有一个，写在产品自己的实体里，',
      '其流程的 record 写有 due 或 stateDue；覆盖流程的不改变哪些状态没有时限',
    ].join(''),
    en: [
      "An entity has one field of kind limit, the product's own, and its workflow says due or stateDue in its record;",
      'no overlay of the workflow changes in which states nothing is due',
    ].join(' '),
  },
  check: (context, report) => {
    for (const document of context.of('entity')) checkEntity(document, context, report)
    for (const document of context.of('workflow')) checkWorkflow(document, context, report)
    for (const document of context.of('statistic')) checkStatistic(document, context, report)
  },
}

const workflowIn =
  ({ resolver }: RuleContext, scope: MergedDocument['view']['scope']) =>
  (name: string): MapNode | undefined =>
    resolver.resolve(`workflows/${name}`, scope)?.node

function checkEntity({ node, view, name }: MergedDocument, context: RuleContext, report: RuleReport): void {
  const fields = getEntry(node, 'fields')?.value
  const field = limitFieldOf(node)
  if (field === undefined || fields?.type !== 'map') return
  const origin = originAt(node, ['fields', field], true)
  const others = [...fields.entries].filter(
    ([other, { value }]) => other !== field && !isFalse(value) && getString(value, 'kind') === 'limit',
  )
  for (const [, { keyOrigin }] of others)
    report({
      origin: keyOrigin,
      zh: `“${field}”已经是这个实体的期限：下一个要守的只有一个`,
      en: `"${field}" is this entity's limit already: only one binds next`,
    })
  if (!limitFactsOf(node, workflowIn(context, view.scope)))
    report({
      origin,
      zh: '期限由流程算出：实体要有 kind: status 的字段，其流程的 record 写有 due 或 stateDue',
      en: 'A limit is worked out of a workflow: the entity needs a status, and its workflow due or stateDue in record',
    })
  if (limitFieldOf(context.resolver.entity(name, {})?.node) !== field)
    report({
      origin,
      zh: '期限存在所有人的表里，写在产品自己的实体中，不能由一个地区或客户加上',
      en: "A limit is kept in everybody's table: it belongs to the product's own entity, not to an area or a customer",
    })
}

/** What a statistic counts stays counted: what is late changes by the minute. */
function checkStatistic({ node, view }: MergedDocument, { resolver }: RuleContext, report: RuleReport): void {
  const limit = limitFieldOf(resolver.entity(getString(node, 'entity') ?? '', view.scope)?.node)
  const measures = getEntry(node, 'measures')?.value
  const parts = [node, ...(measures?.type === 'map' ? [...measures.entries.values()].map(({ value }) => value) : [])]
  if (limit === undefined) return
  for (const part of parts) {
    if (!getNode(part, ['filters', limit])) continue
    report({
      origin: originAt(part, ['filters', limit], true),
      zh: `统计不能按期限“${limit}”筛选：它随时在变，请用记下的标志，如是否超期`,
      en: `A statistic cannot filter by the limit "${limit}", which changes by the minute: use a flag that is kept`,
    })
  }
}

/** The table is one for all scopes, so they agree when nothing is due. */
function checkWorkflow({ node, view }: MergedDocument, context: RuleContext, report: RuleReport): void {
  const entity = context.resolver.entity(getString(node, 'entity') ?? '', {})?.node
  const status = statusOf(entity)
  const [product, own] = [{}, view.scope].map(scope => limitFactsOf(entity, workflowIn(context, scope)))
  if (!product || !own || status?.workflow !== getString(node, 'workflow')) return
  for (const word of ['ended', 'paused'] as const) {
    const [ours, theirs] = [own[word], product[word]]
    const changed = [...ours, ...theirs].find(code => ours.includes(code) !== theirs.includes(code))
    if (changed === undefined) continue
    report({
      origin: getNode(node, ['states', changed])?.origin ?? node.origin,
      zh: `状态 ${changed} 有没有时限，各地区和客户与产品一致：表只有一张`,
      en: `Whether anything is due in state ${changed} is the same for all areas and customers: the table is one`,
    })
  }
}
