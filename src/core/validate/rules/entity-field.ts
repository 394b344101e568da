import { nearest } from '../../diagnostic/nearest.ts'
import { getNode, isFalse } from '../../source/node.ts'
import type { MergedDocument } from '../facts/context.ts'
import { membersOf } from '../facts/scope-view.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const entityField: Rule = {
  code: 'entity-field',
  about: {
    zh: '实体的主键、标题、地区等所写的字段存在；只给有关单位和本人看的（scope.closed），写明是谁',
    en: "Fields that an entity or a page names (key, title, area …) are the entity's",
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('entity')) checkClosed(document, report)
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

/** Fields that say whose a record is where the entity does not say which. */
const STANDARD = { org: 'jurisdictionOrg', owner: 'createBy', units: undefined } as const

/** A closed record that names neither unit nor person is seen by nobody. */
function checkClosed({ node, name }: MergedDocument, report: RuleReport): void {
  const closed = getNode(node, ['scope', 'closed'])
  if (closed?.type !== 'scalar' || closed.value !== true) return
  const known = membersOf(node, 'fields')
  const isNamed = Object.entries(STANDARD).some(([part, standard]) => {
    const said = getNode(node, ['scope', part])
    return said === undefined ? standard !== undefined && known.has(standard) : !isFalse(said)
  })
  if (!isNamed)
    report({
      origin: closed.origin,
      zh: `实体 ${name} 的记录谁也看不到：scope.closed 只给 org、units 的单位和 owner 本人看，这里一个也没有`,
      en: `Nobody sees records of ${name}: closed leaves them to units (org, units) and the owner, and none is said`,
    })
}
