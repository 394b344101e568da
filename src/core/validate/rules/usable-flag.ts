import { getEntry, getString } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const usableFlag: Rule = {
  code: 'usable-flag',
  about: { zh: '实体的 usable 指向一个 flag 字段', en: "An entity's usable names a flag" },
  alone: true,
  check: ({ documents }, report) => {
    for (const { kind, node } of documents) {
      const usable = kind === 'entity' ? getEntry(node, 'usable') : undefined
      const name = getString(node, 'usable') ?? ''
      const fields = getEntry(node, 'fields')?.value
      const field = fields?.type === 'map' ? fields.entries.get(name)?.value : undefined
      // a missing field is reported by another rule
      if (!usable || field?.type !== 'map' || getString(field, 'kind') === 'flag') continue
      report({
        origin: usable.value.origin,
        zh: `“${name}”不是“是／否”字段（kind: flag），不能说明记录是否还可以选用`,
        en: `"${name}" is no flag (kind: flag), so it cannot say whether a record may still be chosen`,
      })
    }
  },
}
