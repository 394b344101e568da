import { fieldModel } from '../../../core/compile/models.ts'
import type { DictionaryEntries } from '../../../core/contract/configuration.ts'
import { linearPattern } from '../../../core/model/field/linear-pattern.ts'
import { judgedValue, type Fault, type Matches } from '../../../core/contract/judge-value.ts'
import { isRetired } from '../../../core/model/field/retired.ts'
import { cleaned } from '../../../core/model/field/clean.ts'
import { DATE_KINDS } from '../../../core/model/field/traits.ts'
import type { Regions } from '../../access/regions.ts'
import { mayTouch, type RowScope } from '../../access/row-scope.ts'
import type { Value } from '../../db/database.ts'
import type { FieldModel } from '../../db/tables/models.ts'
import { choices, MOST_CHOICES, TOO_MANY_CHOICES } from '../../call/values.ts'

export interface Surroundings {
  regions: Regions
  rows: RowScope
  dictionary(name: string): DictionaryEntries | undefined
  /** what stands in the record already need be no choice of today */
  kept: readonly string[]
}
/** Field → error. */
export type Problems = Record<string, string>
/** A value ready for the column, or an error. */
export type Judged = { value: Value } | { error: string }

function unknownChoice(field: FieldModel, text: string, around: Surroundings): string | undefined {
  const entries = field.dict ? around.dictionary(field.dict) : undefined
  if (!entries) return undefined
  const known = new Map(entries.map(entry => [entry[0], entry]))
  for (const key of field.multiple ? choices(text) : [text]) {
    if (around.kept.includes(key)) continue
    const entry = known.get(key)
    if (!entry) return `${field.label}没有“${key}”这个选项`
    if (isRetired(entry)) return `${field.label}“${entry[1]}”已停用，请另选`
  }
  return undefined
}

function unknownArea(field: FieldModel, text: string, { regions, rows, kept }: Surroundings): string | undefined {
  for (const code of field.multiple ? choices(text) : [text]) {
    if (kept.includes(code)) continue
    if (!regions.has(code)) return `${field.label}“${code}”不存在`
    if (!mayTouch(rows, code)) return `${field.label}不在您的管辖范围内`
  }
  return undefined
}

const matches: Matches = (pattern, text) => linearPattern(pattern)?.isIn(text) === true

const LENGTHS = {
  short: (n: number) => `不能少于${n}个字`,
  long: (n: number) => `不能超过${n}个字`,
  few: (n: number) => `不能少于${n}个`,
}
const BOUNDS = { below: ['早于', '小于'], above: ['晚于', '大于'] } as const

/** A fault in words. */
function told({ label, kind, patternMessage, checkMessage }: FieldModel, fault: Fault): string {
  const wrong = `${label}格式不正确`
  if ('n' in fault) return label + LENGTHS[fault.code](fault.n)
  if ('bound' in fault) return `${label}不能${BOUNDS[fault.code][DATE_KINDS.has(kind) ? 0 : 1]}${fault.bound}`
  if (fault.code === 'address') return `${label}应以 http:// 或 https:// 开头`
  if (fault.code === 'pattern') return patternMessage ?? wrong
  return fault.code === 'check' ? (checkMessage ?? wrong) : wrong
}

/** What the surroundings say of a key. */
function unknownIn(field: FieldModel, text: string, around: Surroundings): string | undefined {
  if (field.multiple && choices(text).length > MOST_CHOICES) return `${field.label}${TOO_MANY_CHOICES}`
  if (field.kind === 'dict') return unknownChoice(field, text, around)
  return field.kind === 'area' ? unknownArea(field, text, around) : undefined
}

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
  const sent = asText(field, given)
  if (sent === undefined) return { error: `${field.label}格式不正确` }
  const text = cleaned(field, sent)
  if (text === '') return judgeEmpty(field.label, field.required === true)
  const judged = judgedValue(field, sent, matches)
  if ('fault' in judged) return { error: told(field, judged.fault) }
  const problem = unknownIn(field, text, around)
  return problem === undefined ? judged : { error: problem }
}
