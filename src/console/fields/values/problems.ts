import { DATE_KINDS, NUMBER_KINDS, PICKED_KINDS } from '../../../core/model/field/traits.ts'
import type { FieldFacts } from '../../../core/contract/configuration.ts'
import { exceededBound, itemsIn } from '../../../core/contract/form-rules.ts'
import { hasUsccCheckDigit, isUscc } from '../../../core/model/field/uscc.ts'
import { blank, keysOf, plain, rowsOf } from './text.ts'
import { typedMoment } from './typed.ts'
import { t } from '../../i18n/t.ts'

/**
 * The error of a value as text; undefined if it is valid. What limits the field must have been computed (`withLimits`).
 */
export function problemOf(field: FieldFacts, value: unknown, required: boolean): string | undefined {
  if (field.kind === 'table') return tableProblem(field, rowsOf(value), required)
  const empty =
    blank(value) || (typeof value === 'string' && value.trim() === '') || (field.multiple && keysOf(value).length === 0)
  const name = t(field.label)
  if (empty) return required ? t(PICKED_KINDS.has(field.kind) ? '请选择{name}' : '请输入{name}', { name }) : undefined
  if (field.minItems !== undefined && itemsIn(value) < field.minItems)
    return t('{name}不能少于{n}个', { name, n: field.minItems })
  const problem = ownProblem(field, value, name)
  return problem ?? (field.check === false ? t(field.checkMessage ?? '{name}格式不正确', { name }) : undefined)
}

/** What is wrong with the value by itself. */
function ownProblem(field: FieldFacts, value: unknown, name: string): string | undefined {
  if (NUMBER_KINDS.has(field.kind)) return numberProblem(field, Number(value), name)
  if (DATE_KINDS.has(field.kind)) return dateProblem(field, plain(value), name)
  return PICKED_KINDS.has(field.kind) ? undefined : textProblem(field, plain(value).trim(), name)
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

function numberProblem(field: FieldFacts, value: number, name: string): string | undefined {
  if (Number.isNaN(value)) return t('{name}要填数字', { name })
  const { side, bound: n = 0 } = exceededBound(field, value) ?? {}
  return side === undefined
    ? undefined
    : side === 'min'
      ? t('{name}不能小于{n}', { name, n })
      : t('{name}不能大于{n}', { name, n })
}

/** What limits a field must have been computed before (`withLimits`). */
function dateProblem(field: FieldFacts, value: string, name: string): string | undefined {
  if (!typedMoment(value)) return t('“{text}”不是日期，要写成 2026-01-31 这样', { text: value })
  const { side, bound: day = '' } = exceededBound(field, value) ?? {}
  return side === undefined
    ? undefined
    : side === 'min'
      ? t('{name}不能早于{day}', { name, day })
      : t('{name}不能晚于{day}', { name, day })
}

function textProblem(field: FieldFacts, text: string, name: string): string | undefined {
  if (field.minLength !== undefined && text.length < field.minLength)
    return t('{name}至少{n}个字', { name, n: field.minLength })
  if (field.maxLength !== undefined && text.length > field.maxLength)
    return t('{name}最多{n}个字', { name, n: field.maxLength })
  if (field.pattern && !new RegExp(field.pattern).test(text))
    return t(field.patternMessage ?? '{name}格式不正确', { name })
  if (field.kind === 'url' && !/^https?:\/\/\S+$/.test(text)) return t('网址要以 http:// 或 https:// 开头')
  if (field.kind === 'uscc' && !isUscc(text)) return t('统一社会信用代码不正确，请核对18位代码')
  if (field.kind === 'phone' && !/^[\d\-+ ()*]{5,20}$/.test(text)) return t('电话号码格式不正确')
  return undefined
}

/** Kinds with warnings: only they re-evaluate at every keystroke. */
export const canBeDoubtful = ({ kind }: FieldFacts): boolean => kind === 'uscc'

/** A warning for values that look wrong but may be right: a few genuine codes fail the check digit. */
export function warningOf(field: FieldFacts, value: unknown): string | undefined {
  const text = plain(value).trim()
  if (!canBeDoubtful(field) || !isUscc(text) || hasUsccCheckDigit(text)) return undefined
  return t('统一社会信用代码的校验位不符，请核对；确认无误可以保存')
}
