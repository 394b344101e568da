import { getEntry, getString, type Node } from '../../source/node.ts'
import type { MergedDocument } from '../facts/context.ts'
import type { Rule } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

export const choiceFits: Rule = {
  code: 'choice-fits',
  about: {
    zh: '选择记录时按适用类型筛选的（fits），是所引用实体的字段',
    en: 'What records to choose from are told apart by (fits) is a field of the entity that is referred to',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.documents) {
      for (const [ref, fits] of choicesIn(document)) {
        const fields = getEntry(context.resolver.entity(ref, document.view.scope)?.node, 'fields')?.value
        // entity-exists tells of an entity that is none, field-kind of a field that is no reference
        const known = new Set(fields?.type === 'map' ? fields.entries.keys() : [])
        const said = fits.type === 'scalar' ? String(fits.value) : ''
        if (known.size > 0 && !known.has(said))
          reportUnknown(report, { name: said, origin: fits.origin }, ['字段', 'field'], known)
      }
    }
  },
}

/** References that say `fits`: the entity that they refer to, and what they say. */
function choicesIn({ facts, fields }: MergedDocument): [ref: string, fits: Node][] {
  return facts.keys.flatMap(({ name, value }): [string, Node][] => {
    const fits = value.type === 'map' ? getEntry(value, 'fits')?.value : undefined
    const own = getEntry(fields, name)?.value
    const [ref] = [value, own].flatMap(node => (node?.type === 'map' ? (getString(node, 'ref') ?? []) : []))
    return fits && ref !== undefined ? [[ref, fits]] : []
  })
}
