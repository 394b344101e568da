import { DATE_KINDS, NUMBER_KINDS, TEXT_KINDS } from '../../core/model/field/traits.ts'
import type { FormField } from '../../core/contract/configuration.ts'
import type { ImportColumn } from './plan.ts'
import { dayOf, numberText, plainText, quoted, timeOf, type SheetCell } from '../sheets/cell.ts'

/** A cell as a form would send it, or why it cannot be. */
export type Read = { value: string } | { reason: string }

/** Excel keeps fifteen digits of a number. */
const SAFE = 1e15
const ROUNDED = /^\d(?:\.\d+)?E\+\d+$/i
/** What a spreadsheet would work out when the value is exported and opened again. */
const FORMULA = /^(?:=|@\w+\(|[+-](?=[^\d.\s-]))/
const BETWEEN = /[、,，;；]/

/** The day of a serial number: days since 1899-12-30, as Excel counts from March 1900 on. */
const ofSerial = (serial: number): Date => new Date(Date.UTC(1899, 11, 30) + Math.round(serial * 86_400) * 1000)
const isSerial = (n: number): boolean => n >= 61 && n < 200_000

function textCell({ label, kind }: FormField, cell: Exclude<SheetCell, null>): Read {
  const text = plainText(cell)
  const isLost = typeof cell === 'number' && Math.abs(cell) >= SAFE
  if (isLost || (kind !== 'text' && kind !== 'longText' && ROUNDED.test(text)))
    return { reason: `${label}被表格软件存成了数字，位数已经丢失，请把这一格设为文本格式后重新填写` }
  if (FORMULA.test(text)) return { reason: `${label}以“${text[0]}”开头，像是公式，请改成普通文字` }
  return { value: text }
}

function numberCell({ label, kind }: FormField, cell: Exclude<SheetCell, null>): Read {
  // a workbook keeps a cell that shows 12.5% as 0.125, and one that shows 0.125 as well
  if (kind === 'percent' && typeof cell === 'number' && cell !== 0 && Math.abs(cell) <= 1)
    return {
      reason: `${label}看不出是 ${numberText(cell)}% 还是 ${numberText(cell * 100)}%，请把这一格设为文本格式后重新填写`,
    }
  return { value: plainText(cell) }
}

function dateCell({ kind }: FormField, cell: Exclude<SheetCell, null>): Read {
  const text = plainText(cell).normalize('NFKC')
  const serial = typeof cell === 'number' || /^\d{5}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  const moment = cell instanceof Date ? cell : isSerial(serial) ? ofSerial(serial) : undefined
  if (moment) return { value: kind === 'date' ? dayOf(moment) : `${dayOf(moment)} ${timeOf(moment)}` }
  // how a day is written, and what is none, the form says
  return { value: text }
}

const YES = ['是', '有', 'y', 'yes', 'true', '1', '√']
const NO = ['否', '无', 'n', 'no', 'false', '0', '×']

function flagCell({ label }: FormField, cell: Exclude<SheetCell, null>): Read {
  const text = plainText(cell).toLowerCase()
  if (YES.includes(text)) return { value: '1' }
  return NO.includes(text) ? { value: '0' } : { reason: `${label}请填“是”或“否”` }
}

/** So many names are told at most. */
const TOLD = 8

type Choices = ReadonlyMap<string, readonly string[]>
const known = new WeakMap<ImportColumn, Choices>()

/** Entries of a column's dictionary by their labels, and by their codes where no label reads the same. */
function choicesOf(column: ImportColumn, t: (text: string) => string): Choices {
  const found = known.get(column)
  if (found) return found
  const choices = new Map<string, string[]>()
  for (const [key, label] of column.entries ?? [])
    for (const name of new Set([label, t(label)])) choices.set(name, [...(choices.get(name) ?? []), key])
  for (const [key] of column.entries ?? []) if (!choices.has(key)) choices.set(key, [key])
  known.set(column, choices)
  return choices
}

function choiceCell(column: ImportColumn, cell: Exclude<SheetCell, null>, t: (text: string) => string): Read {
  const { field, entries = [] } = column
  const text = plainText(cell)
  const choices = choicesOf(column, t)
  // a label may hold what stands between several
  const names = choices.has(text) ? [text] : namesIn(text, field.multiple)
  const unclear = names.find(name => (choices.get(name)?.length ?? 0) > 1)
  if (unclear !== undefined)
    return { reason: `${field.label}有 ${choices.get(unclear)?.length} 个选项叫${quoted(unclear)}，请写代码` }
  const wrong = names.find(name => !choices.has(name))
  if (wrong === undefined) return { value: names.flatMap(name => choices.get(name) ?? []).join(',') }
  const some = entries.slice(0, TOLD).map(([, label]) => t(label))
  const more = entries.length > TOLD ? '等' : ''
  return { reason: `${field.label}没有${quoted(wrong)}这个选项，可填${some.join('、')}${more}` }
}

/** Reads a cell that is not empty as its field wants it; names of areas and records are looked up later. */
export function readCell(column: ImportColumn, cell: Exclude<SheetCell, null>, t: (text: string) => string): Read {
  const { field } = column
  if (field.kind === 'flag') return flagCell(field, cell)
  if (field.kind === 'dict') return choiceCell(column, cell, t)
  if (NUMBER_KINDS.has(field.kind)) return numberCell(field, cell)
  if (DATE_KINDS.has(field.kind)) return dateCell(field, cell)
  if (TEXT_KINDS.has(field.kind)) return textCell(field, cell)
  return { value: plainText(cell) }
}

/** Several names in one cell. */
export const namesIn = (text: string, multiple: boolean | undefined): string[] =>
  (multiple ? text.split(BETWEEN) : [text]).map(name => name.trim()).filter(name => name !== '')
