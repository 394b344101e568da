import { fieldModel } from '../../../core/compile/models.ts'
import type { DictionaryEntries } from '../../../core/contract/configuration.ts'
import { linearPattern } from '../../../core/model/field/linear-pattern.ts'
import { isUscc } from '../../../core/model/field/uscc.ts'
import { exceededBound, itemsIn } from '../../../core/contract/form-rules.ts'
import type { Regions } from '../../access/regions.ts'
import { mayTouch, type RowScope } from '../../access/row-scope.ts'
import type { Value } from '../../db/database.ts'
import type { FieldModel } from '../../db/tables/models.ts'
import { readerOf } from '../../../core/model/field/values.ts'
import { choices, MOST_CHOICES, TOO_MANY_CHOICES } from '../../call/values.ts'

export interface Surroundings {
  regions: Regions
  rows: RowScope
  dictionary(name: string): DictionaryEntries | undefined
}
/** Field → error. */
export type Problems = Record<string, string>
/** A value ready for the column, or an error. */
export type Judged = { value: Value } | { error: string }

type Check = (field: FieldModel, text: string, around: Surroundings) => string | undefined

const PHONE = /^[+]?[\d-]{5,20}$/

const byKind: Partial<Record<FieldModel['kind'], Check>> = {
  url: (field, text) => (/^https?:\/\/[^\s/]+/.test(text) ? undefined : `${field.label}应以 http:// 或 https:// 开头`),
  uscc: (field, text) => (isUscc(text) ? undefined : `${field.label}格式不正确`),
  phone: (field, text) => (PHONE.test(text) ? undefined : `${field.label}格式不正确`),
  dict: (field, text, around) => unknownChoice(field, text, around),
  area: (field, text, around) => unknownArea(field, text, around),
}

function unknownChoice(field: FieldModel, text: string, around: Surroundings): string | undefined {
  const entries = field.dict ? around.dictionary(field.dict) : undefined
  if (!entries) return undefined
  const known = new Set(entries.map(([key]) => key))
  const unknown = (field.multiple ? choices(text) : [text]).find(key => !known.has(key))
  return unknown === undefined ? undefined : `${field.label}没有“${unknown}”这个选项`
}

function unknownArea(field: FieldModel, text: string, { regions, rows }: Surroundings): string | undefined {
  for (const code of field.multiple ? choices(text) : [text]) {
    if (!regions.has(code)) return `${field.label}“${code}”不存在`
    if (!mayTouch(rows, code)) return `${field.label}不在您的管辖范围内`
  }
  return undefined
}

function lengthProblem(field: FieldModel, text: string): string | undefined {
  const { length } = [...text]
  if (field.minLength !== undefined && length < field.minLength) return `${field.label}不能少于${field.minLength}个字`
  if (field.multiple && choices(text).length > MOST_CHOICES) return `${field.label}${TOO_MANY_CHOICES}`
  if (field.maxLength !== undefined && length > field.maxLength) return `${field.label}不能超过${field.maxLength}个字`
  return undefined
}

/** Checks bounds that are constants; expressions must have been computed before (`withLimits`). */
function boundProblem(field: FieldModel, value: string | number): string | undefined {
  const { side, bound } = exceededBound(field, value) ?? {}
  if (side === undefined) return undefined
  if (typeof value === 'string') return `${field.label}不能${side === 'min' ? '早于' : '晚于'}${String(bound)}`
  return `${field.label}不能${side === 'min' ? '小于' : '大于'}${String(bound)}`
}

const countProblem = ({ label, minItems }: FieldModel, value: unknown): string | undefined =>
  minItems !== undefined && itemsIn(value) < minItems ? `${label}不能少于${minItems}个` : undefined

function patternProblem(field: FieldModel, text: string): string | undefined {
  if (field.pattern === undefined || linearPattern(field.pattern)?.isIn(text)) return undefined
  return field.patternMessage ?? `${field.label}格式不正确`
}

/** Computed before (`withLimits`), as bounds are. */
const checkProblem = ({ label, check, checkMessage }: FieldModel): string | undefined =>
  check === false ? (checkMessage ?? `${label}格式不正确`) : undefined

export function asText(field: FieldModel, given: unknown): string | undefined {
  if (given === undefined || given === null) return ''
  if (typeof given === 'object') return field.multiple && Array.isArray(given) ? choices(given).join(',') : undefined
  return String(given).trim()
}

const MOST_ROWS = 500

/** Rows within the record: each cell is judged, and unknown columns are dropped. */
function judgeTable(field: FieldModel, given: unknown, around: Surroundings): Judged {
  if (given === undefined || given === null || given === '') return judgeEmpty(field.label, field.required === true)
  if (!Array.isArray(given) || given.some(row => typeof row !== 'object' || row === null))
    return { error: `${field.label}格式不正确` }
  if (field.required === true && given.length === 0) return { error: `${field.label}不能为空` }
  if (field.minItems !== undefined && given.length < field.minItems)
    return { error: `${field.label}不能少于${field.minItems}行` }
  if (given.length > MOST_ROWS) return { error: `${field.label}不能超过${MOST_ROWS}行` }
  const columns = Object.entries(field.fields ?? {}).flatMap(([name, doc]) => (doc ? [fieldModel(name, doc)] : []))
  const rows: Record<string, Value>[] = []
  for (const [i, row] of (given as Record<string, unknown>[]).entries()) {
    const kept: Record<string, Value> = {}
    for (const column of columns) {
      const judged = judge(column, row[column.name], around)
      if ('error' in judged) return { error: `${field.label}第${i + 1}行：${judged.error}` }
      kept[column.name] = judged.value
    }
    rows.push(kept)
  }
  return { value: JSON.stringify(rows) }
}

function judgeJson({ label, required }: FieldModel, given: unknown): Judged {
  if (given !== undefined && given !== null) return { value: JSON.stringify(given) }
  return judgeEmpty(label, required === true)
}

export const judgeEmpty = (label: string, required: boolean): Judged =>
  required ? { error: `${label}不能为空` } : { value: null }

/** Judges the value of one field; empty values of all kinds become null. */
export function judge(field: FieldModel, given: unknown, around: Surroundings): Judged {
  if (field.kind === 'table') return judgeTable(field, given, around)
  if (field.kind === 'json') return judgeJson(field, given)
  const text = asText(field, given)
  if (text === undefined) return { error: `${field.label}格式不正确` }
  if (text === '') return judgeEmpty(field.label, field.required === true)
  const value = readerOf(field)(text)
  if (value === undefined) return { error: `${field.label}格式不正确` }
  const problem =
    lengthProblem(field, text)
    ?? byKind[field.kind]?.(field, text, around)
    ?? patternProblem(field, text)
    ?? countProblem(field, text)
    ?? boundProblem(field, value)
    ?? checkProblem(field)
  return problem === undefined ? { value } : { error: problem }
}
