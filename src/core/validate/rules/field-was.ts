import { getEntry, isFalse, toValue, type Entry, type MapNode } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const fieldWas: Rule = {
  code: 'field-was',
  about: {
    zh: '字段以前的名字（was）现在没有字段在用，只归一个字段，并写在新增这个字段的文件里；视图（view: true）的字段不写',
    en: 'A former name (was) is no field of today and of one field alone, said where the field is added, in no view',
  },
  check: (context, report) => {
    const taken = new Map<string, string>()
    for (const document of context.of('entity'))
      for (const field of renamedFields(document.node)) checkField({ context, document, field, taken }, report)
  },
}

interface Renamed {
  name: string
  was: Entry
}

function renamedFields(entity: MapNode): Renamed[] {
  const fields = getEntry(entity, 'fields')?.value
  if (fields?.type !== 'map') return []
  return [...fields.entries].flatMap(([name, entry]) => {
    const was = getEntry(entry.value, 'was')
    return was && !isFalse(was.value) ? [{ name, was }] : []
  })
}

interface Checked {
  context: RuleContext
  document: MergedDocument
  field: Renamed
  /** former name within an entity → the field that has it */
  taken: Map<string, string>
}

const isOverlay = (path: string): boolean => path.startsWith('customers/')

function checkField({ context, document, field: { name, was }, taken }: Checked, report: RuleReport): void {
  const { origin } = was.value
  const entity = document.name
  const view = getEntry(document.node, 'view')?.value
  if (view?.type === 'scalar' && view.value === true)
    return report({
      origin,
      zh: `实体 ${entity} 是视图，自己不存数据，不写 was`,
      en: `${entity} is a view and stores nothing: it has no was`,
    })
  const base = context.resolver.entity(entity, {})?.node
  const shared = isOverlay(origin.file) ? getEntry(getEntry(base, 'fields')?.value, name) : undefined
  if (shared)
    report({
      origin,
      zh: `字段“${name}”是大家共用的，表也是同一张：was 请写在 ${shared.keyOrigin.file} 里`,
      en: `The field "${name}" is everybody's, in one table: say its was in the product's own file`,
    })
  const fields = getEntry(document.node, 'fields')?.value
  for (const former of namesOf(was)) {
    const key = `${entity} ${former}`
    const other = taken.get(key) ?? name
    taken.set(key, other)
    const exists = getEntry(fields, former)
    if (exists && !isFalse(exists.value))
      report({
        origin,
        zh: `字段“${former}”还在，数据在它那里：请去掉这个 was，或去掉字段“${former}”`,
        en: `The field "${former}" is still there and keeps its data: take away this was, or that field`,
      })
    if (other !== name)
      report({
        origin,
        zh: `“${former}”已写作字段“${other}”以前的名字，一份数据只能归一个字段`,
        en: `"${former}" is the former name of "${other}" already: data goes to one field alone`,
      })
  }
}

const namesOf = ({ value }: Entry): string[] => [toValue(value)].flat().map(String)
