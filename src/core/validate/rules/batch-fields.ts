import { nearest } from '../../diagnostic/nearest.ts'
import { listOf } from '../../overlay/resolve.ts'
import { getEntry, getString, originAt, type MapNode, type Node } from '../../source/node.ts'
import type { MergedDocument, RuleContext } from '../facts/context.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { actionsIn, pageOfButton, says } from './buttons.ts'

export const batchFields: Rule = {
  code: 'batch-fields',
  about: {
    zh: '批量修改（按钮的 fields）写明 page 是本实体的表单页、on: [selection]；各字段在那个表单里可填，不是唯一的，也不是表格',
    en:
      'A change of many records (fields of a button) names by page a form of the same entity and is on: [selection]; '
      + 'its fields can be filled in there, and are neither unique nor tables',
  },
  alone: true,
  check: (context, report) => {
    for (const document of context.of('page')) {
      for (const [name, button] of actionsIn(document.node))
        if (says(button, 'fields')) checkButton(name, button, document, context, report)
    }
  },
}

function checkButton(
  name: string,
  button: MapNode,
  document: MergedDocument,
  context: RuleContext,
  report: RuleReport,
): void {
  const origin = originAt(button, ['fields'])
  const form = pageOfButton(button, document, context)
  const [entity, route] = [getString(document.node, 'entity'), getString(button, 'page')]
  // link-target reports a page that does not exist
  if (route !== undefined && !form) return
  const isForm = form && getString(form, 'kind') === 'form' && getString(form, 'entity') === entity
  const places = listOf(button, 'on')
  if (!isForm)
    report({
      origin,
      zh: `按钮 ${name} 的 fields 取自 page 所写的表单页，须是实体 ${entity} 的表单`,
      en: `The fields of the button ${name} are those of the form that page names: it must be a form of ${entity}`,
    })
  else if (places.length !== 1 || places[0] !== 'selection')
    report({
      origin,
      zh: `按钮 ${name} 批量修改勾选的行，须写 on: [selection]`,
      en: `The button ${name} changes selected rows: it needs on: [selection]`,
    })
  else checkFields(button, fieldsOfForm(form), document.fields, report)
}

/** Fields of a form, with what it says of them. */
export function fieldsOfForm(form: MapNode): Map<string, Node> {
  const sections = getEntry(form, 'sections')?.value
  const maps = sections?.type === 'map' ? [...sections.entries.values()] : []
  return new Map(
    maps.flatMap(({ value }) => {
      const fields = getEntry(value, 'fields')?.value
      return fields?.type === 'map' ? [...fields.entries].map(([name, entry]) => [name, entry.value] as const) : []
    }),
  )
}

const isTrue = (node: Node | undefined, word: string): boolean => {
  const value = getEntry(node, word)?.value
  return value?.type === 'scalar' && value.value === true
}

function checkFields(
  button: MapNode,
  asked: ReadonlyMap<string, Node>,
  own: MapNode | undefined,
  report: RuleReport,
): void {
  for (const [i, name] of listOf(button, 'fields').entries()) {
    const origin = originAt(button, ['fields', String(i)])
    const field = own?.entries.get(name)?.value
    const inForm = asked.get(name)
    // column-field reports what is no field of the entity
    if (!field) continue
    if (!inForm || isTrue(inForm, 'disabled') || says(inForm, 'computed')) {
      const suggestion = nearest(name, asked.keys())
      report({
        origin,
        zh: `“${name}”不是表单里由人填写的字段`,
        en: `"${name}" is not filled in by people in that form`,
        ...(suggestion === undefined ? {} : { suggestion }),
      })
    } else if (isTrue(field, 'unique') || ['table', 'json'].includes(getString(field, 'kind') ?? ''))
      report({
        origin,
        zh: `“${name}”每条记录各不相同，不能批量修改`,
        en: `"${name}" differs from record to record: many cannot be given the same`,
      })
  }
}
