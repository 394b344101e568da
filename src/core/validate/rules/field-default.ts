import { nearest } from '../../diagnostic/nearest.ts'
import { merge } from '../../overlay/merge.ts'
import { getEntry, getString } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const fieldDefault: Rule = {
  code: 'field-default',
  about: { zh: '字典字段的初始值是字典里的代码', en: "A dictionary field's default is a key of the dictionary" },
  check: (context, report) => {
    for (const { facts, fields, view } of context.documents) {
      for (const { what, name, value } of facts.keys) {
        const own = getEntry(value, 'default')?.value
        const field = what === 'ownField' ? undefined : getEntry(fields, name)?.value
        const dict = getString(field ? merge(field, value) : value, 'dict')
        if (own?.type !== 'scalar' || own.value === null || dict === undefined) continue
        const known = view.entries(dict)
        if (!known || known.has(String(own.value))) continue
        report({
          origin: own.origin,
          zh: `字典 ${dict} 没有“${String(own.value)}”`,
          en: `The dictionary ${dict} has no "${String(own.value)}"`,
          suggestion: nearest(String(own.value), known),
        })
      }
    }
  },
}
