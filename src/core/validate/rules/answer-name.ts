import type { Origin } from '../../diagnostic/diagnostic.ts'
import { getEntry, getNode, getString, isFalse, originAt, type MapNode, type Node } from '../../source/node.ts'
import { answeredBy, otherShape, type Answered } from '../facts/answered.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { nearest } from '../../diagnostic/nearest.ts'
import { fewNames } from './named.ts'

export const answerName: Rule = {
  code: 'answer-name',
  about: {
    zh: [
      '从接口的应答里取的名字（timeline、tables、tree、lookup.fill、prefill.field）应答里都有；',
      '时间线和树读的是列表，查询带出的是一条记录',
    ].join(''),
    en: [
      'Names taken from what a call answers (timeline, tables, tree, lookup.fill, prefill.field) are in the answer;',
      'timelines and trees read lists, a lookup reads one record',
    ].join(' '),
  },
  alone: true,
  check: (context, report) => {
    for (const kind of ['page', 'workflow'] as const)
      for (const document of context.of(kind))
        for (const use of usesIn(document.node)) check(context, document, use, report)
  },
}

interface Use {
  /** the part that names the call */
  part: MapNode
  key: 'source' | 'call'
  /** what the place can do nothing without */
  shape?: 'list' | 'record'
  taken: { name: string; origin: Origin }[]
}

const TIMELINE = ['time', 'title', 'person', 'facts', 'files', 'text']

/** Every part of a document that takes something from an answer. */
function* usesIn(node: MapNode): Generator<Use> {
  const [timeline, tree, tables] = ['timeline', 'tree', 'tables'].map(key => mapIn(node, key))
  if (timeline) yield { part: timeline, key: 'source', shape: 'list', taken: namedIn(timeline, TIMELINE) }
  if (tree) yield { part: tree, key: 'source', shape: 'list', taken: namedIn(tree, ['name', 'group']) }
  for (const table of mapsIn(tables)) yield { part: table, key: 'source', taken: columnsOf(table) }
  for (const field of [...mapsIn(mapIn(node, 'sections')), ...mapsIn(mapIn(node, 'transitions'))].flatMap(fieldsOf)) {
    const [lookup, prefill] = [mapIn(field, 'lookup'), mapIn(field, 'prefill')]
    if (lookup) yield { part: lookup, key: 'call', shape: 'record', taken: valuesIn(mapIn(lookup, 'fill')) }
    if (prefill) yield { part: prefill, key: 'source', shape: 'record', taken: namedIn(prefill, ['field']) }
  }
}

const mapIn = (node: Node | undefined, key: string): MapNode | undefined => {
  const found = getEntry(node, key)?.value
  return found?.type === 'map' ? found : undefined
}
const mapsIn = (node: MapNode | undefined): MapNode[] =>
  [...(node?.entries.values() ?? [])].flatMap(({ value }) => (value.type === 'map' ? [value] : []))
const fieldsOf = (part: MapNode): MapNode[] => [...mapsIn(mapIn(part, 'fields')), ...mapsIn(mapIn(part, 'form'))]

const namedIn = (part: Node, keys: readonly string[]): Use['taken'] =>
  keys.flatMap(key => {
    const name = getString(part, key)
    return name === undefined ? [] : [{ name, origin: originAt(part, [key]) }]
  })

const columnsOf = (table: MapNode): Use['taken'] =>
  [...(mapIn(table, 'columns')?.entries ?? [])].flatMap(([name, { keyOrigin, value }]) => {
    const record = getNode(value, ['record'])
    if (isFalse(value)) return []
    return [{ name, origin: keyOrigin }, ...(record ? namedIn(record, ['kind', 'key']) : [])]
  })

const valuesIn = (fill: MapNode | undefined): Use['taken'] =>
  [...(fill?.entries.values() ?? [])]
    .flatMap(({ value }) => (value.type === 'list' ? value.items : [value]))
    .flatMap(value => (value.type === 'scalar' ? [{ name: String(value.value), origin: value.origin }] : []))

function check(
  context: RuleContext,
  document: MergedDocument,
  { part, key, shape, taken }: Use,
  report: RuleReport,
): void {
  const call = getString(part, key)
  if (call === undefined) return
  const answered = answeredBy(context, document, call)
  if (shape && answered.shape && answered.shape !== shape)
    return report({ ...otherShape(call, shape), origin: originAt(part, [key]) })
  checkNames(call, answered, taken, report)
}

function checkNames(call: string, { names }: Answered, taken: Use['taken'], report: RuleReport): void {
  if (!names) return
  for (const { name, origin } of taken) {
    if (names.has(name)) continue
    const suggestion = nearest(name, names)
    const all = suggestion === undefined ? fewNames(names) : undefined
    report({
      origin,
      zh: `接口 ${call} 的应答里没有“${name}”${all ? `，有：${all.join('、')}` : ''}`,
      en: `What ${call} answers has no "${name}"${all ? `; it has: ${all.join(', ')}` : ''}`,
      suggestion,
    })
  }
}
