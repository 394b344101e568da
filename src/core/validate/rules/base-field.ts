import type { Origin } from '../../diagnostic/diagnostic.ts'
import { BASE } from '../../overlay/layer.ts'
import { getEntry, getString, isFalse, originAt, type MapNode } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import type { MergedDocument } from '../facts/merged.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const baseField: Rule = {
  code: 'base-field',
  about: {
    zh: '内置实体的主键和字段（用户、角色、单位、日志等）都在，类型不变：服务端要读写它们',
    en:
      'Key and fields of the built-in entities (users, roles, organisations, logs) stay, with their kinds: the '
      + 'server reads and writes them',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('entity')) {
      const own = baseNode(context, `entities/${document.name}`)
      if (own) checkEntity(document, own, kindsOf(context, own), report)
    }
  },
}

const baseNode = ({ resolver }: RuleContext, name: string): MapNode | undefined =>
  resolver.layersOf(name).find(document => document.layer === BASE.name)?.node

/** Fields of a built-in entity as the base alone says them, with their kinds. */
function kindsOf(context: RuleContext, own: MapNode): Map<string, string | undefined> {
  const mixins = getEntry(own, 'mixins')?.value
  const names =
    mixins?.type === 'list' ? mixins.items.flatMap(item => (item.type === 'scalar' ? [item.value] : [])) : []
  const kinds = new Map<string, string | undefined>()
  for (const node of [...names.map(name => baseNode(context, `mixins/${String(name)}`)), own]) {
    const fields = getEntry(node, 'fields')?.value
    if (fields?.type !== 'map') continue
    for (const [name, { value }] of fields.entries) {
      if (isFalse(value)) kinds.delete(name)
      else kinds.set(name, getString(value, 'kind') ?? kinds.get(name))
    }
  }
  return kinds
}

function checkEntity(
  { node, fields }: MergedDocument,
  own: MapNode,
  kinds: ReadonlyMap<string, string | undefined>,
  report: RuleReport,
): void {
  const key = getString(own, 'key')
  if (getString(node, 'key') !== key) {
    report({
      origin: originAt(node, ['key']),
      zh: `内置实体的主键是 ${key}，不能改`,
      en: `The key of this built-in entity is ${key} and cannot change`,
    })
  }
  const gone = [...kinds.keys()].filter(name => !getEntry(fields, name))
  if (gone.length > 0) reportGone(gone, originAt(node, ['mixins']), report)
  for (const [name, kind] of kinds) {
    const field = getEntry(fields, name)?.value
    if (!field) continue
    if (isFalse(field)) reportGone([name], field.origin, report)
    else if (getString(field, 'kind') !== kind)
      report({
        origin: originAt(field, ['kind']),
        zh: `内置的字段 ${name} 类型是 ${kind}，不能改`,
        en: `The built-in field ${name} is of kind ${kind} and cannot change`,
      })
  }
}

function reportGone(names: readonly string[], origin: Origin, report: RuleReport): void {
  report({
    origin,
    zh: `服务端要读写内置的字段 ${names.join('、')}，不能去掉；不想显示，就不写在页面上`,
    en:
      `The server reads and writes the built-in fields ${names.join(', ')}: `
      + 'they stay; leave them out of the pages instead',
  })
}
