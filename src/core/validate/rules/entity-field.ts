import { nearest } from '../../diagnostic/nearest.ts'
import { membersOf } from '../facts/scope-view.ts'
import type { Rule } from '../facts/rule.ts'

export const entityField: Rule = {
  code: 'entity-field',
  about: {
    zh: '实体的主键、标题、地区等所写的字段存在',
    en: "Fields that an entity or a page names (key, title, area …) are the entity's",
  },
  check: (context, report) => {
    for (const { document, mention } of context.mentions('field')) {
      // if the entity is missing, entity-exists has reported that
      if (document.kind === 'page' && !document.fields) continue
      const known =
        document.kind === 'page' ? new Set(document.fields?.entries.keys()) : membersOf(document.node, 'fields')
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
