import { nearest } from '../../diagnostic/nearest.ts'
import { membersOf } from '../scope-view.ts'
import type { Rule } from '../rule.ts'

export const entityField: Rule = {
  code: 'entity-field',
  about: { zh: '实体的主键、标题和地区字段存在', en: "An entity's key, title and area field are fields of it" },
  check: (context, report) => {
    for (const { document, mention } of context.mentions('field')) {
      const known = membersOf(document.node, 'fields')
      if (known.has(mention.name)) continue
      report({
        origin: mention.origin,
        zh: `实体 ${document.name} 没有字段“${mention.name}”`,
        en: `The entity ${document.name} has no field "${mention.name}"`,
        suggestion: nearest(mention.name, known),
      })
    }
  },
}
