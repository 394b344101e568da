import type { Origin } from '../../diagnostic/diagnostic.ts'
import { getEntry, getNode, getString, isFalse, originAt, toValue, type MapNode } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import { knownFields } from '../facts/known-fields.ts'
import type { Rule } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

export const unionColumn: Rule = {
  code: 'union-column',
  about: {
    zh: 'union.kind 是说明种类的字典里的代码；union.columns 写的是视图（view: true）的字段，repeats 写的是视图或其中记录的字段',
    en: 'A union.kind is a code of the dictionary that says the kind; union.columns and repeats name fields of a view',
  },
  check: (context, report) => {
    const [kinds, fields] = [kindsOf(context), fieldsOfViews(context)]
    const repeated = new Set([...fields, ...fieldsWhere(context, node => getNode(node, ['union']) !== undefined)])
    for (const { node } of context.of('entity')) {
      for (const { name, origin } of repeatsIn(node))
        if (!repeated.has(name))
          reportUnknown(report, { name, origin }, ['视图或其中记录的字段', 'field of a view'], repeated)
      const union = getEntry(node, 'union')?.value
      const kind = getString(union, 'kind')
      if (kind !== undefined && kinds.size > 0 && !kinds.has(kind))
        reportUnknown(report, { name: kind, origin: originAt(union!, ['kind']) }, ['种类', 'kind'], kinds)
      const columns = getEntry(union, 'columns')?.value
      for (const [name, { keyOrigin, value }] of columns?.type === 'map' ? columns.entries : [])
        if (!isFalse(value) && fields.size > 0 && !fields.has(name))
          reportUnknown(report, { name, origin: keyOrigin }, ['视图的字段', 'field of a view'], fields)
    }
  },
}

/** Codes of the dictionaries of those fields that say which entity a record is of. */
function kindsOf(context: RuleContext): Set<string> {
  const found = context.of('entity').flatMap(({ node, view }) => {
    const fields = knownFields(node)
    return [...fields.values()].flatMap(({ record, rule }) => {
      const by = typeof record === 'object' ? record.kind : rule?.kind
      const dict = by === undefined ? undefined : fields.get(by)?.dict
      return [...((dict === undefined ? undefined : view.entries(dict)) ?? [])]
    })
  })
  return new Set(found)
}

const fieldsWhere = (context: RuleContext, isMeant: (entity: MapNode) => boolean): Set<string> =>
  new Set(context.of('entity').flatMap(({ node }) => (isMeant(node) ? [...knownFields(node).keys()] : [])))

const fieldsOfViews = (context: RuleContext): Set<string> =>
  fieldsWhere(context, node => {
    const view = getNode(node, ['view'])
    return view !== undefined && toValue(view) === true
  })

/** What fields say that they repeat, and columns of the tables in them. */
function repeatsIn(entity: MapNode): { name: string; origin: Origin }[] {
  const fields = getEntry(entity, 'fields')?.value
  return [...(fields?.type === 'map' ? fields.entries.values() : [])].flatMap(({ value }) => {
    const name = getString(value, 'repeats')
    const own = name === undefined ? [] : [{ name, origin: originAt(value, ['repeats']) }]
    return value.type === 'map' ? [...own, ...repeatsIn(value)] : own
  })
}
