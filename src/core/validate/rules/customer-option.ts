import { date } from '../../model/field/values.ts'
import { getEntry, type Entry } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import { NO_WORDS, type OptionKind } from '../facts/known-code.ts'
import { schemaAt } from '../facts/meta.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

export const customerOption: Rule = {
  code: 'customer-option',
  about: {
    zh: '客户的选项（options）有程序或表达式在读，值是它认识的',
    en: 'Code or an expression reads each option of a customer, and knows its value',
  },
  check: (context, report) => {
    // without code of a product nobody knows what else reads them
    if (!context.words || context.words === NO_WORDS) return
    const { options } = context.words
    const known = new Set([...OWN, ...Object.keys(options), ...named(context)])
    for (const { node } of context.resolver.layersOf('customer')) {
      const given = getEntry(node, 'options')?.value
      for (const [name, entry] of given?.type === 'map' ? given.entries : []) {
        const kind = options[name]
        if (!known.has(name)) reportUnknown(report, { name, origin: entry.keyOrigin }, ['选项', 'option'], known)
        else if (kind) checkValue(kind, entry, context, report)
      }
    }
  },
}

/** Options that the engine reads; the language describes them. */
const OWN = Object.keys(schemaAt('customer.schema.json#/properties/options').schema.properties ?? {})

const FLAGS: ReadonlySet<string> = new Set(['true', 'false'])

/** Options that expressions read. */
const named = ({ documents }: RuleContext): string[] =>
  documents.flatMap(({ facts }) =>
    facts.expressions.flatMap(({ text }) => [...text.matchAll(/\boption\.(\w+)/g)].map(([, name]) => name!)),
  )

function checkValue(kind: OptionKind, { value, keyOrigin }: Entry, context: RuleContext, report: RuleReport): void {
  const text = value.type === 'scalar' && value.value !== null ? String(value.value) : ''
  const at = { name: text, origin: text === '' ? keyOrigin : value.origin }
  if (kind.kind === 'flag') {
    if (!FLAGS.has(text)) reportUnknown(report, at, ['取值', 'value'], FLAGS)
  } else if (kind.kind === 'choice') {
    if (!kind.of.includes(text)) reportUnknown(report, at, ['取值', 'value'], new Set(kind.of))
  } else if (kind.kind === 'roles') {
    const roles = context.documents[0]?.view.names('role') ?? new Set()
    for (const name of text.split(','))
      if (!roles.has(name)) reportUnknown(report, { ...at, name }, ['角色', 'role'], roles)
  } else if (date(text) === undefined)
    report({ origin: at.origin, zh: `“${text}”不是日期，如 2026-01-31`, en: `"${text}" is no day, such as 2026-01-31` })
}
