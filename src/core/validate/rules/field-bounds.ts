import type { FieldKind } from '../../model/documents.ts'
import { NUMBER_KINDS, TEXT_KINDS } from '../../model/field/traits.ts'
import { isExpression } from '../../model/field/written.ts'
import { merge } from '../../overlay/merge.ts'
import { getEntry, isFalse, toValue, type MapNode } from '../../source/node.ts'
import type { KeyUse } from '../facts/facts.ts'
import type { Rule, RuleReport } from '../facts/rule.ts'
import { mayNeverEnd } from '../facts/endless-pattern.ts'

export const fieldBounds: Rule = {
  code: 'field-bounds',
  about: {
    zh: '默认值在 min、max、minLength、maxLength 之内，合 pattern；pattern 匹配起来不会没完没了',
    en: 'A default lies within min, max, minLength and maxLength and fits the pattern; no pattern takes forever',
  },
  alone: true,
  check: (context, report) => {
    for (const { facts, fields } of context.documents) for (const use of facts.keys) checkUse(use, fields, report)
  },
}

function checkUse(use: KeyUse, fields: MapNode | undefined, report: RuleReport): void {
  const own = use.value
  if (own.type !== 'map') return
  const inherited = use.what === 'ownField' ? undefined : getEntry(fields, use.name)?.value
  const whole = inherited && !isFalse(inherited) ? merge(inherited, own) : own
  const value = toValue(whole) as Bounds
  const pattern = own.entries.get('pattern')
  if (pattern && typeof value.pattern === 'string' && mayNeverEnd(value.pattern))
    report({
      origin: pattern.value.origin,
      zh: '这个 pattern 遇到某些文字会匹配得没完没了（重复里又有重复），请只写一层重复',
      en: 'This pattern can take forever on some texts (a repetition within a repetition): repeat once only',
    })
  const said = problemOf(value)
  const at = said && (own.entries.get('default') ?? own.entries.get(said.word))
  if (at) report({ origin: at.value.origin, zh: said.zh, en: said.en })
}

interface Bounds {
  kind?: FieldKind
  default?: unknown
  min?: unknown
  max?: unknown
  minLength?: number
  maxLength?: number
  pattern?: string
}

function problemOf(field: Bounds): { word: keyof Bounds; zh: string; en: string } | undefined {
  const given = field.default
  const { kind = 'text' } = field
  if (given === undefined || given === null || isExpression(given)) return undefined
  const wrong = NUMBER_KINDS.has(kind)
    ? wrongNumber(Number(given), field)
    : TEXT_KINDS.has(kind)
      ? wrongText(String(given), field)
      : undefined
  if (!wrong) return undefined
  const [word, limit] = wrong
  return {
    word,
    zh: `默认值 ${String(given)} 不合 ${word}（${limit}）`,
    en: `The default ${String(given)} does not fit ${word} (${limit})`,
  }
}

function wrongNumber(given: number, { min, max }: Bounds): [keyof Bounds, string] | undefined {
  if (typeof min === 'number' && given < min) return ['min', String(min)]
  return typeof max === 'number' && given > max ? ['max', String(max)] : undefined
}

function wrongText(given: string, { minLength = 0, maxLength, pattern }: Bounds): [keyof Bounds, string] | undefined {
  const length = [...given].length
  if (length < minLength) return ['minLength', String(minLength)]
  if (maxLength !== undefined && length > maxLength) return ['maxLength', String(maxLength)]
  return pattern !== undefined && !mayNeverEnd(pattern) && !matches(pattern, given) ? ['pattern', pattern] : undefined
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern).test(text)
  } catch {
    // field-kind tells that it is no pattern
    return true
  }
}
