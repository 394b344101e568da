import { getEntry, getString, originAt } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'
import { membersOf } from '../facts/scope-view.ts'
import { reportUnknown } from './named.ts'

export const listTree: Rule = {
  code: 'list-tree',
  about: { zh: '列表旁的树按本页的一个筛选条件筛选', en: 'The tree beside a list filters by a filter of the page' },
  alone: true,
  check: (context, report) => {
    for (const { node, fields } of context.of('page')) {
      const tree = getEntry(node, 'tree')?.value
      const name = getString(tree, 'filter')
      if (name === undefined || getString(node, 'kind') !== 'list') continue
      const known = new Set([...membersOf(node, 'filters'), ...(fields?.entries.keys() ?? [])])
      if (!known.has(name))
        reportUnknown(report, { name, origin: originAt(tree!, ['filter']) }, ['筛选条件', 'filter'], known)
    }
  },
}
