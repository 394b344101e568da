import { DATE_KINDS, NUMBER_KINDS, PICKED_KINDS } from '../../../core/model/field/traits.ts'
import type { FieldFacts } from '../../../core/contract/configuration.ts'
import { judgedValue, type Fault, type Matches } from '../../../core/contract/judge-value.ts'
import { cleaned } from '../../../core/model/field/clean.ts'
import { hasUsccCheckDigit, isUscc } from '../../../core/model/field/uscc.ts'
import { blank, keysOf, plain, rowsOf } from './text.ts'
import { t } from '../../i18n/t.ts'

/**
 * The error of a value as text; undefined if it is valid. What limits the field must have been computed (`withLimits`).
 */
export function problemOf(field: FieldFacts, value: unknown, required: boolean): string | undefined {
  if (field.kind === 'table') return tableProblem(field, rowsOf(value), required)
  const empty =
    blank(value)
    || (typeof value === 'string' && cleaned(field, value) === '')
    || (field.multiple && keysOf(value).length === 0)
  const name = t(field.label)
  if (empty) return required ? t(PICKED_KINDS.has(field.kind) ? '请选择{name}' : '请输入{name}', { name }) : undefined
  return ownProblem(field, value)
}

const matches: Matches = (pattern, text) => new RegExp(pattern).test(text)

/** What is wrong with the value by itself, as the server judges it. */
function ownProblem(field: FieldFacts, value: unknown): string | undefined {
  // what is masked is sent back as it is shown, and the server keeps what it stands for
  if (isHidden(field, value)) return undefined
  const judged = judgedValue(field, Array.isArray(value) ? value.join(',') : plain(value), matches)
  return 'fault' in judged ? told(field, judged.fault, plain(value)) : undefined
}
const isHidden = ({ kind }: FieldFacts, value: unknown): boolean =>
  kind === 'phone' && /^\d*\*{4}\d+$/.test(plain(value).trim())

/** A fault in words. */
function told(field: FieldFacts, fault: Fault, text: string): string {
  const name = t(field.label)
  if ('n' in fault) return lengthText(fault, name)
  if ('bound' in fault) return boundText(field, fault, name)
  if (fault.code === 'unread') return unreadText(field, name, text)
  if (fault.code === 'address') return t('网址要以 http:// 或 https:// 开头')
  if (fault.code === 'creditCode') return t('统一社会信用代码不正确，请核对18位代码')
  if (fault.code === 'phone') return t('电话号码格式不正确')
  const said = fault.code === 'pattern' ? field.patternMessage : field.checkMessage
  return t(said ?? '{name}格式不正确', { name })
}

function lengthText({ code, n }: Extract<Fault, { n: number }>, name: string): string {
  if (code === 'few') return t('{name}不能少于{n}个', { name, n })
  return code === 'short' ? t('{name}至少{n}个字', { name, n }) : t('{name}最多{n}个字', { name, n })
}

function boundText({ kind }: FieldFacts, { code, bound: n }: Extract<Fault, { bound: unknown }>, name: string): string {
  if (DATE_KINDS.has(kind))
    return code === 'below' ? t('{name}不能早于{n}', { name, n }) : t('{name}不能晚于{n}', { name, n })
  return code === 'below' ? t('{name}不能小于{n}', { name, n }) : t('{name}不能大于{n}', { name, n })
}

function unreadText({ kind }: FieldFacts, name: string, text: string): string {
  if (DATE_KINDS.has(kind)) return t('“{text}”不是日期，要写成 2026-01-31 这样', { text })
  if (kind === 'int') return t('{name}要填整数，最多15位', { name })
  return NUMBER_KINDS.has(kind) ? t('{name}要填数字，最多15位', { name }) : t('{name}格式不正确', { name })
}

/** The first error within a sub-table, with its row number. */
function tableProblem(field: FieldFacts, rows: Record<string, unknown>[], required: boolean): string | undefined {
  if (required && rows.length === 0) return t('请填写{name}', { name: t(field.label) })
  if (field.minItems !== undefined && rows.length > 0 && rows.length < field.minItems)
    return t('{name}不能少于{n}行', { name: t(field.label), n: field.minItems })
  for (const [i, row] of rows.entries()) {
    for (const column of field.fields ?? []) {
      const problem = problemOf(column, row[column.name], column.required === true)
      if (problem) return t('第{n}行：{problem}', { n: i + 1, problem })
    }
  }
  return undefined
}

/** Kinds with warnings: only they re-evaluate at every keystroke. */
export const canBeDoubtful = ({ kind }: FieldFacts): boolean => kind === 'uscc'

/** A warning for values that look wrong but may be right: a few genuine codes fail the check digit. */
export function warningOf(field: FieldFacts, value: unknown): string | undefined {
  const text = cleaned(field, plain(value))
  if (!canBeDoubtful(field) || !isUscc(text) || hasUsccCheckDigit(text)) return undefined
  return t('统一社会信用代码的校验位不符，请核对；确认无误可以保存')
}
