import { getEntry, getString, isFalse } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const listColumns: Rule = {
  code: 'list-columns',
  about: { zh: '列表至少有一列', en: 'A list has at least one column' },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('page')) {
      const columns = getEntry(node, 'columns')
      if (getString(node, 'kind') !== 'list' || columns?.value.type !== 'map') continue
      if ([...columns.value.entries.values()].some(({ value }) => !isFalse(value))) continue
      report({
        origin: columns.value.only?.origin ?? columns.keyOrigin,
        zh: '列表一列也没有留下：在 columns 里至少写一列',
        en: 'The list is left without a column: columns needs at least one',
      })
    }
  },
}
