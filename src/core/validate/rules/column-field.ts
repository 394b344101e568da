import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getString, type MapNode } from '../../source/node.ts'
import type { MergedDocument } from '../context.ts'
import type { KeyUse } from '../facts.ts'
import type { Rule, RuleReport } from '../rule.ts'

export const columnField: Rule = {
  code: 'column-field',
  about: {
    zh: '列、筛选条件、要点和分组里的每一项都是实体的字段；弹窗里另问的要写明名称',
    en: "Columns, filters, facts and section fields are fields of the entity; a dialog's own fields say their label",
  },
  check: (context, report) => {
    for (const document of context.documents) {
      for (const use of document.facts.keys) {
        if (!isKnown(use, document.fields)) reportUnknown(use, document, report)
      }
      for (const { what, name, origin } of document.facts.mentions) {
        if (what === 'pageField' && document.fields && !document.fields.entries.has(name)) reportUnknown({ what: 'field', name, origin }, document, report)
      }
    }
  },
}

function isKnown({ what, name, value }: KeyUse, fields: MapNode | undefined): boolean {
  // a workflow's other keys are the workflow rules' business
  if ((what !== 'field' && what !== 'askField') || fields?.entries.has(name)) return true
  // without an entity the entity's rule speaks; a dialog may ask for what no entity has
  return what === 'field' ? !fields : getEntry(value, 'label') !== undefined
}

function reportUnknown({ what, name, origin }: Pick<KeyUse, 'what' | 'name' | 'origin'>, { node, fields }: MergedDocument, report: RuleReport): void {
  const entity = getString(node, 'entity') ?? ''
  const [zh, en] =
    what === 'field'
      ? [`实体 ${entity} 没有字段“${name}”`, `The entity ${entity} has no field "${name}"`]
      : [`“${name}”不是实体的字段，须写 label`, `"${name}" is no field of the entity and needs a label`]
  report({ origin, zh, en, suggestion: nearest(name, fields?.entries.keys() ?? []) })
}
