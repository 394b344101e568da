import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry } from '../../source/node.ts'
import type { Rule } from '../rule.ts'

export const columnField: Rule = {
  code: 'column-field',
  about: {
    zh: '列、筛选条件、要点和分组里的每一项都是实体的字段；弹窗里另问的要写明名称',
    en: "Columns, filters, facts and section fields are fields of the entity; a dialog's own fields say their label",
  },
  check: (context, report) => {
    for (const { facts, fields, node } of context.documents) {
      const entity = node.entries.get('entity')?.value
      const entityName = entity?.type === 'scalar' ? String(entity.value) : ''
      for (const { what, name, value, origin } of facts.keys) {
        if (what === 'ownField' || fields?.entries.has(name)) continue
        // without an entity the entity's rule speaks; a dialog may ask for what no entity has
        if (what === 'field' && !fields) continue
        if (what === 'askField' && getEntry(value, 'label')) continue
        report({
          origin,
          zh: what === 'field' ? `实体 ${entityName} 没有字段“${name}”` : `“${name}”不是实体的字段，须写 label`,
          en: what === 'field' ? `The entity ${entityName} has no field "${name}"` : `"${name}" is no field of the entity and needs a label`,
          suggestion: nearest(name, fields?.entries.keys() ?? []),
        })
      }
    }
  },
}
