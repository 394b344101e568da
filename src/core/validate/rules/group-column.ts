import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getString, isFalse } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const groupColumn: Rule = {
  code: 'group-column',
  about: { zh: '列表按自己的一列分组', en: 'A list is grouped by one of its own columns' },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('page')) {
      const [group, entry, columns] = [
        getString(node, 'group'),
        getEntry(node, 'group'),
        getEntry(node, 'columns')?.value,
      ]
      if (group === undefined || !entry || columns?.type !== 'map') continue
      const known = [...columns.entries].flatMap(([name, one]) => (isFalse(one.value) ? [] : [name]))
      if (!known.includes(group))
        report({
          origin: entry.value.origin,
          zh: `不能按“${group}”分组：没有这一列`,
          en: `Cannot group by "${group}": no such column`,
          suggestion: nearest(group, known),
        })
    }
  },
}
