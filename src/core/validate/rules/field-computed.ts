import { memberPaths } from '../../expression/index.ts'
import { STRUCTURE_KINDS, FILE_KINDS } from '../../model/field/traits.ts'
import { getEntry, getString, isFalse, type MapNode, type Node } from '../../source/node.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

export const fieldComputed: Rule = {
  code: 'field-computed',
  about: {
    zh: '实体的字段由本记录和当天算出（computed），类型存得下一个值，不与默认值等并写',
    en: 'What an entity computes follows from the record and the day, is one value, and nothing else writes the field',
  },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('entity')) {
      const fields = getEntry(node, 'fields')?.value
      if (fields?.type !== 'map') continue
      for (const [name, { value }] of fields.entries) if (value.type === 'map') checkOne(name, value, report)
    }
  },
}

/** Words of a field that would write or ask for what is worked out. */
const BESIDE = [
  'default',
  'number',
  'onSave',
  'required',
  'managed',
  'answered',
  'editRoles',
  'readOnly',
  'mask',
  'secret',
]

function checkOne(name: string, field: MapNode, report: RuleReport): void {
  const computed = getEntry(field, 'computed')?.value
  if (computed?.type !== 'scalar' || isNothing(computed)) return
  for (const word of BESIDE) {
    const entry = getEntry(field, word)
    if (entry && !isNothing(entry.value))
      report({
        origin: entry.keyOrigin,
        zh: `“${name}”由服务器算出（computed），${word} 不起作用，请去掉`,
        en: `${name} is computed: ${word} does nothing there, take it away`,
      })
  }
  checkReads(name, computed, report)
  const kind = getString(field, 'kind') ?? ''
  const multiple = getEntry(field, 'multiple')?.value
  const isMany = multiple?.type === 'scalar' && multiple.value === true
  if (isMany || [...STRUCTURE_KINDS, ...FILE_KINDS, 'status', 'limit'].includes(kind as never))
    report({
      origin: computed.origin,
      zh: `“${name}”的类型是 ${kind}${isMany ? '（可多选）' : ''}，不能算出：只算一个值`,
      en: `A field of kind ${kind}${isMany ? ' (multiple)' : ''} cannot be computed: it is one value that is`,
    })
}

const isNothing = (value: Node): boolean => isFalse(value) || (value.type === 'scalar' && value.value === null)

/** The same row gives the same, whoever writes it. */
function checkReads(name: string, computed: Node, report: RuleReport): void {
  const text = computed.type === 'scalar' ? String(computed.value) : ''
  let roots: string[]
  try {
    roots = memberPaths(text).map(([root = '']) => root)
  } catch {
    return
  }
  const other = roots.find(root => root === 'user' || root === 'option')
  if (other !== undefined)
    report({
      origin: computed.origin,
      zh: `“${name}”由谁写入都一样：computed 不能用 ${other}，只用 values 和 today`,
      en: `${name} is the same whoever writes the record: computed reads values and today, not ${other}`,
    })
}
