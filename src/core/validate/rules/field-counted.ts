import { nearest } from '../../diagnostic/nearest.ts'
import { COUNTED_PARTS, countedPart, namingOf } from '../../model/field/counted.ts'
import type { CountedDoc } from '../../model/field/fields.ts'
import { DATE_KINDS, NUMBER_KINDS } from '../../model/field/traits.ts'
import { getEntry, getNode, getString, isFalse, originAt, toValue, type MapNode } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import { knownFields, type KnownField, type KnownFields } from '../facts/known-fields.ts'
import type { Problem, Rule, RuleReport } from '../facts/rule.ts'
import { valuesIn } from '../facts/values-in.ts'
import { checkWrittenFilters } from '../facts/written-filters.ts'

export const fieldCounted: Rule = {
  code: 'field-counted',
  about: {
    zh: 'counted 数的是另一实体里指向本记录的记录，类型合得上，不绕回自己，不与默认值等并写',
    en:
      'What is counted are rows of an entity that name the record, in a field of a kind that holds it, without a '
      + 'circle, and nothing else writes the field',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('entity'))
      for (const [name, field] of countedIn(document.node)) checkOne(name, field, document, { context, report })
  },
}

interface Around {
  context: RuleContext
  report: RuleReport
}

/** Fields of an entity that are counted, as they are written. */
function countedIn(entity: MapNode | undefined): [string, MapNode][] {
  const fields = getEntry(entity, 'fields')?.value
  if (fields?.type !== 'map') return []
  return [...fields.entries].flatMap(([name, { value }]): [string, MapNode][] =>
    value.type === 'map' && getEntry(value, 'counted')?.value.type === 'map' ? [[name, value]] : [],
  )
}

const entityOf = ({ resolver }: RuleContext, name: string, { view }: MergedDocument): MapNode | undefined =>
  resolver.entity(name, view.scope)?.node

function checkOne(name: string, field: MapNode, document: MergedDocument, around: Around): void {
  const counted = getEntry(field, 'counted')!.value as MapNode
  const doc = toValue(counted) as unknown as CountedDoc
  const rows = entityOf(around.context, String(doc.of), document)
  const told = (problem: Omit<Problem, 'origin'>, ...path: string[]): void =>
    around.report({
      origin: originAt(path.length > 0 ? counted : field, path.length > 0 ? path : ['counted']),
      ...problem,
    })
  checkBeside(name, field, around.report)
  // entity-exists tells of an entity that there is not
  if (!rows) return
  for (const [node, which] of [
    [document.node, document.name],
    [rows, doc.of],
  ] as const)
    if (isTrue(node, 'view'))
      told({
        zh: `${which} 是视图（view），它的记录不由服务器逐条写入，不能随时数好`,
        en: `${which} is a view: no write of its rows is seen, so nothing can be counted`,
      })
  const fields = knownFields(rows)
  checkThrough(doc, document, fields, told)
  checkPart(name, field, doc, fields, told)
  checkFilters(counted, fields, document, around.report)
  if (comesBack(around.context, document, name))
    told({
      zh: `“${name}”由它自己数出：请打断 ${doc.of} 绕回来的这个圈`,
      en: `"${name}" is counted of itself: break the circle that comes back from ${doc.of}`,
    })
}

type Told = (problem: Omit<Problem, 'origin'>, ...path: string[]) => void

const isTrue = (node: MapNode, key: string): boolean => {
  const value = getEntry(node, key)?.value
  return value?.type === 'scalar' && value.value === true
}

/** Words of a field that would write or ask for what is counted. */
const BESIDE = ['default', 'number', 'onSave', 'required', 'unique', 'answered', 'editRoles', 'computed', 'mask']

function checkBeside(name: string, field: MapNode, report: RuleReport): void {
  for (const word of BESIDE) {
    const entry = getEntry(field, word)
    if (!entry || isFalse(entry.value) || (entry.value.type === 'scalar' && entry.value.value === null)) continue
    report({
      origin: entry.keyOrigin,
      zh: `“${name}”由服务器数出（counted），${word} 不起作用，请去掉`,
      en: `${name} is counted: ${word} does nothing there, take it away`,
    })
  }
}

function checkThrough(
  { of, through }: CountedDoc,
  { name, node }: MergedDocument,
  fields: KnownFields,
  told: Told,
): void {
  const kind = getString(getNode(node, ['union']) as MapNode | undefined, 'kind')
  const naming = [...fields.values()].filter(one => namingOf(fields.values(), one.name, { name, kind }))
  const field = fields.get(String(through))
  if (!field || !naming.includes(field))
    told(
      {
        zh: `${of} 的“${through}”不指向 ${name}：写一个引用它的字段（kind: ref, ref: ${name}）`,
        en: `${String(through)} of ${of} names no ${name}: take a field that refers to it (kind: ref, ref: ${name})`,
        suggestion:
          nearest(
            String(through),
            naming.map(one => one.name),
          ) ?? naming[0]?.name,
      },
      'through',
    )
  else if (field.multiple === true)
    told(
      {
        zh: `“${through}”可多选：一条记录指向几条，数不清算谁的`,
        en: `${through} names several records: rows are counted for the one that they name`,
      },
      'through',
    )
}

const NUMBERS = [...NUMBER_KINDS]

function checkPart(name: string, field: MapNode, doc: CountedDoc, fields: KnownFields, told: Told): void {
  const said = COUNTED_PARTS.filter(part => doc[part] !== undefined && doc[part] !== null)
  const [, second] = said
  if (second !== undefined)
    told({ zh: `${said.join('、')} 只能写一个`, en: `Only one of ${said.join(', ')} can be said` }, second)
  const part = countedPart(doc)
  const kind = getString(field, 'kind')
  if (!part) {
    if (kind !== 'int' && kind !== undefined)
      told({ zh: `条数是整数，字段类型（kind）应为 int`, en: `A count is a whole number: the kind of ${name} is int` })
    return
  }
  const of = fields.get(part.field)
  const problem = of ? unfit(part.part, of, kind) : undefined
  if (!of)
    told(
      {
        zh: `${doc.of} 没有字段“${part.field}”`,
        en: `${doc.of} has no field "${part.field}"`,
        suggestion: nearest(part.field, fields.keys()),
      },
      part.part,
    )
  else if (problem) told(problem, part.part)
}

/** Why a part of a field cannot be kept in a field of this kind. */
function unfit(part: string, { name, kind, secret, answered, mask }: KnownField, own: string | undefined) {
  if (kind === undefined || own === undefined) return undefined
  if (secret === true || answered === true || mask !== undefined)
    return { zh: `“${name}”不给人看，或不存在记录里，不能数`, en: `${name} is shown to nobody, or stored nowhere` }
  const isNumber = NUMBERS.includes(kind)
  if (part === 'sum' ? !isNumber : !isNumber && !DATE_KINDS.has(kind))
    return part === 'sum'
      ? { zh: `“${name}”不是数，不能求和`, en: `${name} is no number to sum up` }
      : { zh: `“${name}”不是数或日期，没有先后`, en: `${name} is neither a number nor a date, and has no order` }
  const fits = part === 'sum' ? NUMBERS.includes(own as never) && (own !== 'int' || kind === 'int') : own === kind
  return fits
    ? undefined
    : { zh: `“${name}”是 ${kind}，本字段也应是 ${kind}`, en: `${name} is of kind ${kind}: so is what is kept of it` }
}

function checkFilters(counted: MapNode, fields: KnownFields, { view }: MergedDocument, report: RuleReport): void {
  const filters = getEntry(counted, 'filters')?.value
  checkWrittenFilters(filters, fields, view, report)
  if (filters?.type !== 'map') return
  for (const [name, { keyOrigin }] of filters.entries) {
    const field = fields.get(name)
    if (field?.kind === 'limit' || field?.answered === true)
      report({
        origin: keyOrigin,
        zh: `“${name}”不因记录改动而变，不能作 counted 的条件`,
        en: `${name} changes without a write of the row: nothing can be counted by it`,
      })
  }
}

/** Whether what a counted field is made of leads back to it, over the counted fields of other entities. */
function comesBack(context: RuleContext, document: MergedDocument, name: string): boolean {
  const begin = `${document.name}.${name}`
  const seen = new Set<string>()
  const waiting = readBy(context, document, document.name, name)
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === begin) return true
    if (seen.has(at)) continue
    seen.add(at)
    const [entity = '', field = ''] = at.split('.')
    waiting.push(...readBy(context, document, entity, field))
  }
  return false
}

/** Fields, with their entity, that a counted field reads of its rows, and a computed one of its own record. */
function readBy(context: RuleContext, document: MergedDocument, entity: string, field: string): string[] {
  const node = getNode(entityOf(context, entity, document), ['fields', field])
  const computed = getString(node, 'computed')
  if (computed !== undefined) return valuesIn(computed).map(one => `${entity}.${one}`)
  const counted = getEntry(node, 'counted')?.value
  if (counted?.type !== 'map') return []
  const doc = toValue(counted) as unknown as CountedDoc
  const part = countedPart(doc)
  return [...Object.keys(doc.filters ?? {}), ...(part ? [part.field] : [])].map(one => `${doc.of}.${one}`)
}
