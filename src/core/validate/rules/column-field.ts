import { formatOrigin } from '../../diagnostic/diagnostic.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry, getString, isFalse, type MapNode } from '../../source/node.ts'
import type { MergedDocument } from '../facts/context.ts'
import type { KeyUse } from '../facts/facts.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const columnField: Rule = {
  code: 'column-field',
  about: {
    zh: '列、筛选条件、要点和分组里的每一项都是实体的字段；弹窗里另问的要写明名称',
    en: "Columns, filters, facts and section fields are fields of the entity; a dialog's own fields say their label",
  },
  check: (context, report) => {
    const found = new Map<string, Unknown>()
    for (const document of context.documents) {
      for (const use of unknownIn(document)) {
        const place = `${formatOrigin(use.origin)} ${use.what}`
        const known = found.get(place)
        if (known) known.documents.push(document)
        else found.set(place, { use, documents: [document] })
      }
    }
    for (const unknown of found.values()) reportUnknown(unknown, report)
  },
}

type Use = Pick<KeyUse, 'what' | 'name' | 'origin'>
/** Reports a line only once, though many pages with different entities may extend the page it is in. */
interface Unknown {
  use: Use
  documents: MergedDocument[]
}

function unknownIn({ facts, fields }: MergedDocument): Use[] {
  const mentioned = facts.mentions.filter(({ what, name }) => what === 'pageField' && fields && !hasField(fields, name))
  return [
    ...facts.keys.filter(use => !isKnown(use, fields)),
    ...mentioned.map(({ name, origin }): Use => ({ what: 'field', name, origin })),
  ]
}

/** One that an overlay takes away is shown nowhere: its pages say so, too, or somebody looks for it in vain. */
function hasField(fields: MapNode | undefined, name: string): boolean {
  const field = getEntry(fields, name)?.value
  return field !== undefined && !isFalse(field)
}

function isKnown({ what, name, value }: KeyUse, fields: MapNode | undefined): boolean {
  // workflow-field and workflow-state check the other keys of a workflow
  if ((what !== 'field' && what !== 'askField') || hasField(fields, name)) return true
  // entity-exists reports a missing entity; a dialog may also ask for fields that are in no entity, if they have a
  // label
  return what === 'field' ? !fields : getEntry(value, 'label') !== undefined
}

function reportUnknown({ use: { what, name, origin }, documents }: Unknown, report: RuleReport): void {
  const entities = [...new Set(documents.map(({ node }) => getString(node, 'entity') ?? ''))]
  const [first, count] = [entities[0] ?? '', entities.length]
  const [whoZh, whoEn] =
    count > 1
      ? [`${first} 等 ${count} 个实体`, `The entities ${first} and ${count - 1} more have`]
      : [`实体 ${first} `, `The entity ${first} has`]
  const [zh, en] =
    what === 'field'
      ? [`${whoZh}没有字段“${name}”`, `${whoEn} no field "${name}"`]
      : [`“${name}”不是实体的字段，须写 label`, `"${name}" is no field of the entity and needs a label`]
  report({
    origin,
    zh,
    en,
    suggestion: documents.map(({ fields }) => nearest(name, fields?.entries.keys() ?? [])).find(Boolean),
  })
}
