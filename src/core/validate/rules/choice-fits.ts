import { getEntry, getString } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

export const choiceFits: Rule = {
  code: 'choice-fits',
  about: {
    zh: '选择记录时按适用类型筛选的（fits），是所引用实体的字段',
    en: 'What records to choose from are told apart by (fits) is a field of the entity that is referred to',
  },
  check: (context, report) => {
    for (const { facts, fields, view } of context.documents) {
      for (const { name, value } of facts.keys) {
        const fits = value.type === 'map' ? getEntry(value, 'fits')?.value : undefined
        if (value.type !== 'map' || fits?.type !== 'scalar') continue
        const own = getEntry(fields, name)?.value
        const ref = getString(value, 'ref') ?? (own?.type === 'map' ? getString(own, 'ref') : undefined)
        // entity-exists tells of an entity that is none, field-kind of a field that is no reference
        const known = ref && getEntry(context.resolver.entity(ref, view.scope)?.node, 'fields')?.value
        if (!known || known.type !== 'map') continue
        const said = { name: String(fits.value), origin: fits.origin }
        if (!known.entries.has(said.name)) reportUnknown(report, said, ['字段', 'field'], new Set(known.entries.keys()))
      }
    }
  },
}
