import { FIELD_KINDS, type FieldKind } from '../../model/documents.ts'
import { linearPattern } from '../../model/field/linear-pattern.ts'
import { DATE_KINDS, kindsWhere, NUMBER_KINDS, STRUCTURE_KINDS, TEXT_KINDS } from '../../model/field/traits.ts'
import { merge } from '../../overlay/merge.ts'
import { getEntry, isFalse, toValue, type MapNode, type Node } from '../../source/node.ts'
import type { KeyUse } from '../facts/facts.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'

type Words = [zh: string, en: string]

const [NUMBERS, DATES, TEXTS] = [[...NUMBER_KINDS], [...DATE_KINDS], [...TEXT_KINDS]]

/** Keys of a field that only some kinds support. */
const ONLY_FOR: Record<string, readonly string[]> = {
  dict: ['dict', 'json'],
  control: ['dict', 'json'],
  ref: ['ref', 'text'],
  choices: ['ref'],
  fits: ['ref'],
  deepest: ['area'],
  workflow: ['status'],
  min: [...NUMBERS, ...DATES],
  max: [...NUMBERS, ...DATES],
  minItems: ['text', 'longText', 'dict', 'area', 'ref', 'image', 'file', 'table'],
  minLength: TEXTS,
  maxLength: TEXTS,
  pattern: TEXTS,
  letters: ['text'],
  check: FIELD_KINDS.filter(kind => !STRUCTURE_KINDS.has(kind) && kind !== 'status'),
  multiple: kindsWhere(({ value }) => value === 'key' || value === 'files'),
  mask: ['text', 'phone'],
  total: NUMBERS,
  due: DATES,
  fields: ['table'],
  rule: ['rule'],
}
/** Keys that a kind requires. */
const NEEDS: Partial<Record<FieldKind, string>> = {
  dict: 'dict',
  ref: 'ref',
  status: 'workflow',
  table: 'fields',
  rule: 'rule',
}

export const fieldKind: Rule = {
  code: 'field-kind',
  about: { zh: '字段的各项说明与其类型相合', en: 'What is said of a field fits its kind' },
  alone: true,
  check: (context, report) => {
    for (const { facts, fields } of context.documents) {
      for (const use of facts.keys) checkUse(use, fields, report)
    }
  },
}

function checkUse(use: KeyUse, fields: MapNode | undefined, report: RuleReport): void {
  const field = use.what === 'ownField' ? undefined : getEntry(fields, use.name)?.value
  const node = mergedField(field, use.value)
  // keys inherited from the entity are checked there
  if (!node || (field && use.value.type !== 'map')) return
  const own = use.value as MapNode
  const value = toValue(node) as Record<string, unknown>
  const kind = value['kind'] as FieldKind | undefined
  if (kind === undefined) return
  const need = NEEDS[kind]
  if (need && (value[need] === undefined || value[need] === null)) {
    report({
      origin: use.origin,
      ...words([`${use.name} 的类型是 ${kind}，须写 ${need}`, `${use.name} is of kind ${kind} and needs ${need}`]),
    })
  }
  for (const [key, kinds] of Object.entries(ONLY_FOR)) {
    const entry = own.entries.get(key)
    if (!entry || isBlank(entry.value) || kinds.includes(kind)) continue
    report({
      origin: entry.keyOrigin,
      ...words([`${key} 不适用于类型 ${kind}`, `${key} means nothing for the kind ${kind}`]),
    })
  }
  checkValues(own, value, kind, report)
}

export function mergedField(field: Node | undefined, own: Node): MapNode | undefined {
  const node = field && !isFalse(field) ? (own.type === 'map' ? merge(field, own) : field) : own
  return node.type === 'map' ? node : undefined
}

export const isBlank = (node: Node): boolean => node.type === 'scalar' && (node.value === null || node.value === false)
const words = ([zh, en]: Words): { zh: string; en: string } => ({ zh, en })

function checkValues(own: MapNode, value: Record<string, unknown>, kind: FieldKind, report: RuleReport): void {
  for (const [low, high] of [
    ['min', 'max'],
    ['minLength', 'maxLength'],
  ] as const) {
    const entry = own.entries.get(high) ?? own.entries.get(low)
    if (entry && Number(value[low]) > Number(value[high])) {
      report({ origin: entry.keyOrigin, ...words([`${low} 大于 ${high}`, `${low} is more than ${high}`]) })
    }
  }
  checkBounds(own, value, kind, report)
  const search = own.entries.get('search')
  if (search && value['search'] === 'range' && ![...NUMBERS, ...DATES].includes(kind)) {
    report({
      origin: search.value.origin,
      ...words([`类型 ${kind} 不能按区间查`, `The kind ${kind} cannot be searched by range`]),
    })
  }
  const ref = own.entries.get('ref')
  if (ref && kind === 'text' && value['search'] !== 'names') {
    report({
      origin: ref.keyOrigin,
      ...words([
        'ref 用在 text 上，说的是它存着哪个实体的几个名称，须写 search: names',
        'ref of a text says whose names it holds, and needs search: names',
      ]),
    })
  }
  const pattern = own.entries.get('pattern')
  const said = pattern && typeof value['pattern'] === 'string' ? wrongPattern(value['pattern']) : undefined
  if (pattern && said) report({ origin: pattern.value.origin, ...words(said) })
}

/** Bounds are expressions for dates and numbers for everything else. */
function checkBounds(own: MapNode, value: Record<string, unknown>, kind: FieldKind, report: RuleReport): void {
  for (const bound of ['min', 'max']) {
    const entry = own.entries.get(bound)
    const fits = DATES.includes(kind) ? 'string' : 'number'
    if (entry && value[bound] !== undefined && typeof value[bound] !== fits && [...NUMBERS, ...DATES].includes(kind)) {
      report({
        origin: entry.value.origin,
        ...words(
          fits === 'string'
            ? [
                `日期的 ${bound} 写表达式，如 today、values.startDate`,
                `${bound} of a date is an expression, such as today or values.startDate`,
              ]
            : [`类型 ${kind} 的 ${bound} 写数`, `${bound} of the kind ${kind} is a number`],
        ),
      })
    }
  }
}

function wrongPattern(text: string): Words | undefined {
  try {
    new RegExp(text)
  } catch {
    return ['pattern 不是正确的正则表达式', 'pattern is not a regular expression']
  }
  // the server matches what anybody sends, so no text may take it longer than its length
  return linearPattern(text)
    ? undefined
    : [
        'pattern 不能用前瞻、后顾、反向引用，重复不超过 1000 次：这类条件写 check',
        'A pattern looks neither ahead nor back, repeats no earlier find and counts to 1000 at most: use check',
      ]
}
