import { FIELD_TRAITS } from '../../model/field/traits.ts'
import { isTooLong } from '../../indexes/indexes-of.ts'
import { getString } from '../../source/node.ts'
import { membersIn, statisticsOf } from '../facts/statistic-facts.ts'
import type { Rule } from '../facts/rule.ts'

export const statisticIndex: Rule = {
  code: 'statistic-index',
  about: {
    zh:
      '大表（volume: large）按文字分组的，那个字段写 search: exact 或 prefix，点开一组才有索引可用；'
      + '其他维度和条件名单都有筛选，索引由名单推出',
    en:
      'Texts that rows of a large entity are grouped by have search: exact or prefix, so an index finds the rows of '
      + 'a group; all else is a filter of the list, which makes its index',
  },
  alone: true,
  check: (context, report) => {
    for (const { node, entity, fields } of statisticsOf(context)) {
      if (getString(entity, 'volume') !== 'large') continue
      for (const [key, { keyOrigin, value }] of membersIn(node, 'dimensions')) {
        const name = getString(value, 'field') ?? key
        const field = fields.get(name)
        if (field?.kind === undefined || field.multiple === true || FIELD_TRAITS[field.kind].filter !== 'text') continue
        const { label = name, kind, search, ...rest } = field
        const isFound = search === 'exact' || search === 'prefix'
        if (isFound && !isTooLong({ ...rest, label, kind, search })) continue
        report({
          origin: keyOrigin,
          zh: `“${label}”有几十万条记录，没有能找出一组的索引：在实体里给字段 ${name} 写 search: exact，或改用字典`,
          en: `No index finds the rows of one ${name} of so many: give the field search: exact, or a dictionary`,
        })
      }
    }
  },
}
