import { getEntry, getNode, getString, isFalse } from '../../source/node.ts'
import type { FieldKind } from '../../model/documents.ts'
import { fewNames } from './named.ts'
import type { Rule } from '../facts/rule.ts'

/** What the server writes into each of these fields. */
const KINDS: Readonly<Record<string, readonly FieldKind[]>> = {
  org: ['ref'],
  user: ['ref', 'text'],
  sender: ['ref'],
  creator: ['ref', 'text'],
  area: ['area'],
  due: ['date', 'datetime'],
  stateDue: ['date', 'datetime'],
  entered: ['datetime'],
  overdue: ['flag'],
  closed: ['flag'],
}

export const workflowRecord: Rule = {
  code: 'workflow-record',
  about: {
    zh: '流程读写的字段（record）的类型合用：单位和人是 ref，时限是日期，是否超期是 flag',
    en: [
      'Fields that a workflow reads and writes (record) are of a fitting kind:',
      'units are ref, limits are days, overdue is a flag',
    ].join(' '),
  },
  alone: true,
  check: (context, report) => {
    for (const { node, view } of context.of('workflow')) {
      const record = getEntry(node, 'record')?.value
      const fields = getNode(context.resolver.entity(getString(node, 'entity') ?? '', view.scope)?.node, ['fields'])
      for (const [word, { value }] of record?.type === 'map' ? record.entries : []) {
        const name = value.type === 'scalar' && !isFalse(value) ? String(value.value) : ''
        const kind = getString(getNode(fields, [name]), 'kind')
        const kinds = KINDS[word]
        if (kind === undefined || !kinds || kinds.includes(kind as FieldKind)) continue
        const [own, all] = [name, fewNames(new Set(kinds))!.join('、')]
        report({
          origin: value.origin,
          zh: `“${own}”的类型是 ${kind}，record.${word} 的字段应为 ${all}`,
          en: `"${own}" is of the kind ${kind}; the field of record.${word} should be ${all.replaceAll('、', ' or ')}`,
        })
      }
    }
  },
}
