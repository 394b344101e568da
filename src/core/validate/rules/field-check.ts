import { getEntry, toValue, type MapNode } from '../../source/node.ts'
import type { KeyUse } from '../facts/facts.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { isBlank, mergedField } from './field-kind.ts'

export const fieldCheck: Rule = {
  code: 'field-check',
  about: {
    zh: 'check 说的是所填的内容，并说清不成立时怎样改；填写的人填得到这个字段',
    en: 'A check speaks of what is filled in, says what to do where it does not hold, and its field can be filled in',
  },
  alone: true,
  check: (context, report) => {
    for (const { facts, fields } of context.documents) for (const use of facts.keys) checkUse(use, fields, report)
  },
}

/** What a value must satisfy, and the word that says what to do where it does not. */
const MESSAGES = { pattern: 'patternMessage', check: 'checkMessage' }

function checkUse(use: KeyUse, fields: MapNode | undefined, report: RuleReport): void {
  const field = use.what === 'ownField' ? undefined : getEntry(fields, use.name)?.value
  const node = mergedField(field, use.value)
  if (!node || use.value.type !== 'map') return
  const [own, value] = [use.value, toValue(node) as Record<string, unknown>]
  for (const [condition, message] of Object.entries(MESSAGES)) {
    const entry = own.entries.get(message)
    if (entry && !isBlank(entry.value) && !value[condition])
      report({
        origin: entry.keyOrigin,
        zh: `${message} 是 ${condition} 不成立时的提示，须写 ${condition}`,
        en: `${message} needs ${condition}`,
      })
  }
  const check = own.entries.get('check')
  const problem = check && !isBlank(check.value) ? problemOf(use.name, value) : undefined
  if (check && problem) report({ origin: check.value.origin, zh: problem[0], en: problem[1] })
}

/** A field's being empty, asked of by an expression. */
const EMPTINESS = /\bvalues\.(\w+)\s*[!=]=\s*(?:null|''|"")/g

function problemOf(name: string, field: Record<string, unknown>): [zh: string, en: string] | undefined {
  const text = String(field['check'])
  if (!field['checkMessage'])
    return [
      '写了 check 须写 checkMessage：不成立时告诉填写的人怎样改',
      'check needs checkMessage, which tells whoever fills it in what to do',
    ]
  const shut = ['readOnly', 'managed', 'computed'].find(word => Boolean(field[word]))
  if (shut !== undefined)
    return [`写了 ${shut} 的字段没有人填写，check 不起作用`, `Nobody fills in a field with ${shut}: check does nothing`]
  if (!/\bvalues\b/.test(text))
    return [
      'check 没有说到所填的内容（values.…）：总是成立，或者怎样填都不行',
      'check says nothing of what is filled in (values.…): it always holds, or nothing can be filled in',
    ]
  if ([...text.matchAll(EMPTINESS)].some(([, asked]) => asked === name))
    return [
      `填了 ${name} 才检查 check，所以不用问 values.${name} 是否为空`,
      `check is asked once ${name} is filled in: there is no need to ask whether values.${name} is empty`,
    ]
  return undefined
}
