import { nearest } from '../../diagnostic/nearest.ts'
import { numberLength, numberParts, NUMBER_MOMENTS } from '../../model/field/number.ts'
import { getEntry, toValue, type MapNode, type Node } from '../../source/node.ts'
import type { KeyUse } from '../facts/facts.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { isBlank, mergedField } from './field-kind.ts'

export const fieldNumber: Rule = {
  code: 'field-number',
  about: {
    zh: 'number 写在文字字段上，只有一处流水号，用到的字段都在本实体里，编出来的放得下',
    en: 'A number is of a text, counts once, names fields of its entity, and fits into its field',
  },
  alone: true,
  check: (context, report) => {
    for (const { facts, fields } of context.documents) for (const use of facts.keys) checkUse(use, fields, report)
  },
}

function checkUse(use: KeyUse, fields: MapNode | undefined, report: RuleReport): void {
  const number = use.value.type === 'map' ? getEntry(use.value, 'number')?.value : undefined
  if (!number || isBlank(number)) return
  const inherited = use.what === 'ownField' ? undefined : getEntry(fields, use.name)?.value
  const field = toValue(mergedField(inherited, use.value) ?? use.value) as Record<string, unknown>
  for (const [zh, en, suggestion] of problemsOf(String(toValue(number)), field, fields, use.name))
    report({ origin: number.origin, zh, en, suggestion })
}

type Problem = [zh: string, en: string, suggestion?: string]

function problemsOf(
  template: string,
  field: Record<string, unknown>,
  fields: MapNode | undefined,
  name: string,
): Problem[] {
  const parts = numberParts(template)
  const problems: Problem[] = []
  if (field['kind'] !== 'text')
    problems.push(['编号是文字，字段类型（kind）应为 text', 'A number is a text: the kind of its field is text'])
  if (field['default'] !== undefined)
    problems.push([
      '有默认值（default）就不再编号，请去掉一个',
      'A field with a default is never numbered: take one away',
    ])
  const counts = parts.filter(({ kind }) => kind === 'count').length
  if (counts > 1)
    problems.push([
      `流水号 {000} 只能有一处，这里有 ${counts} 处`,
      `A number counts once, here it would count ${counts} times`,
    ])
  for (const part of parts) if (part.kind === 'field') problems.push(...problemOf(part.field, fields, name))
  const most = Number(field['maxLength'] ?? Number.POSITIVE_INFINITY)
  const least = numberLength(parts)
  if (least > most)
    problems.push([
      `编号至少 ${least} 个字，字段最多 ${most} 个（maxLength）`,
      `A number has ${least} signs at least, its field ${most} at most (maxLength)`,
    ])
  return problems
}

function problemOf(asked: string, fields: MapNode | undefined, name: string): Problem[] {
  const known: Node | undefined = getEntry(fields, asked)?.value
  if (asked === name) return [['编号不能用到它自己', 'A number cannot name its own field']]
  if (!fields || known?.type === 'map') return []
  const words = [...Object.keys(NUMBER_MOMENTS), ...fields.entries.keys()]
  return [
    [
      `{${asked}} 既不是 ${Object.keys(NUMBER_MOMENTS).join('、')}，也不是本实体的字段`,
      `{${asked}} is none of ${Object.keys(NUMBER_MOMENTS).join(', ')}, and no field of the entity`,
      nearest(asked, words),
    ],
  ]
}
