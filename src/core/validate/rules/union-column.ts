import { getEntry, getNode, getString, isFalse, originAt, toValue } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import { knownFields } from '../facts/known-fields.ts'
import type { Rule } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

export const unionColumn: Rule = {
  code: 'union-column',
  about: {
    zh: 'union.kind 是说明种类的字典里的代码，union.columns 写的是视图（view: true）的字段',
    en: 'A union.kind is a code of the dictionary that says the kind; union.columns name fields of a view (view: true)',
  },
  check: (context, report) => {
    const [kinds, fields] = [kindsOf(context), fieldsOfViews(context)]
    for (const { node } of context.of('entity')) {
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

function fieldsOfViews(context: RuleContext): Set<string> {
  const views = context.of('entity').filter(({ node }) => {
    const view = getNode(node, ['view'])
    return view !== undefined && toValue(view) === true
  })
  return new Set(views.flatMap(({ node }) => [...knownFields(node).keys()]))
}
