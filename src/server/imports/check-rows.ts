import { columnLetters, type CellProblem } from '../../core/contract/imports.ts'
import { NAMED_KINDS } from '../../core/model/field/traits.ts'
import { Refusal, SERVER_FAULT } from '../answer/refusal.ts'
import type { CallContext } from '../call/context.ts'
import { readCell } from './cells.ts'
import type { Placed } from './heading.ts'
import { keyNamed, namesFor } from './names.ts'
import type { ImportPlan } from './plan.ts'
import { isFilled, type ReadSheet, type SheetCell, type SheetRow } from './read-sheet.ts'
import { rehearse } from './rehearse.ts'
import { mergedAt } from './sheet-marks.ts'

/** One row, read: what its form would send, and what is wrong with it. */
export interface CheckedRow {
  row: number
  args: Record<string, unknown>
  problems: CellProblem[]
  /** as the spreadsheet has them, in the order of the plan's columns */
  cells: SheetCell[]
}

export interface Checking {
  plan: ImportPlan
  placed: Placed
  sheet: ReadSheet
  /** unique field → value → the row that had it first */
  seen: Map<string, Map<string, number>>
}

const at = (column: number, row: number): string => `${columnLetters(column)}${row}`

/** What is wrong with a cell before its value is looked at. */
function marked({ sheet }: Checking, column: number, row: number): string | undefined {
  if (sheet.formulas.has(at(column, row))) return '这一格是公式，请复制后“粘贴为数值”'
  const merged = mergedAt(sheet.merged, column + 1, row)
  return merged && `${merged.ref} 是合并的单元格，请取消合并，每一行都填写`
}

function readRow(checking: Checking, { row, cells }: SheetRow): CheckedRow {
  const { plan, placed } = checking
  const read: CheckedRow = { row, args: { ...plan.known }, problems: [], cells: plan.columns.map(() => null) }
  for (const [index, column] of placed) {
    const cell = cells[index] ?? null
    read.cells[plan.columns.indexOf(column)] = cell
    const mark = marked(checking, index, row)
    const result =
      mark !== undefined ? { reason: mark } : isFilled(cell) ? readCell(column, cell, plan.translate) : undefined
    if (result && 'reason' in result) read.problems.push({ cell: at(index, row), row, reason: result.reason })
    else if (result) read.args[column.field.name] = result.value
  }
  return read
}

/** Puts the keys of areas and records in place of their names, a column at a time for all rows. */
async function lookUp(call: CallContext, { placed }: Checking, rows: readonly CheckedRow[]): Promise<void> {
  for (const [index, column] of placed) {
    const { name, kind } = column.field
    if (!NAMED_KINDS.has(kind)) continue
    const asked = rows.filter(({ args }) => typeof args[name] === 'string')
    const names = await namesFor(
      call,
      column,
      asked.map(({ args }) => String(args[name])),
    )
    for (const one of asked) {
      const result = keyNamed(column, String(one.args[name]), names)
      if ('value' in result) one.args[name] = result.value
      else {
        // the form would tell of the name once more, or of something else
        delete one.args[name]
        one.problems.push({ cell: at(index, one.row), row: one.row, reason: result.reason })
      }
    }
  }
}

/** Two rows of one file with the same unique value: the database cannot know yet. */
function refuseTwice({ plan, placed, seen }: Checking, { row, args, problems }: CheckedRow): void {
  for (const [index, { field }] of placed) {
    const value = args[field.name]
    if (!plan.entity.byName.get(field.name)?.unique || typeof value !== 'string') continue
    const rows = seen.get(field.name) ?? new Map<string, number>()
    seen.set(field.name, rows)
    const first = rows.get(value)
    if (first === undefined) rows.set(value, row)
    else problems.push({ cell: at(index, row), row, reason: `${field.label}与第 ${first} 行重复` })
  }
}

/** A refusal names fields: each becomes its cell. What names none, or a field that has no column, is about the row. */
function problemsOf(placed: Placed, row: number, error: unknown): CellProblem[] {
  if (!(error instanceof Refusal)) return [{ cell: String(row), row, reason: SERVER_FAULT }]
  const columns = new Map([...placed].map(([index, { field }]) => [field.name, index]))
  const named = Object.entries(error.errors ?? {})
  if (named.length === 0) return [{ cell: String(row), row, reason: error.message }]
  return named.map(([field, reason]) => {
    const index = columns.get(field)
    return { cell: index === undefined ? String(row) : at(index, row), row, reason }
  })
}

/** What the form says of the other cells of a row, without those that cannot be read: all is told at once. */
function moreOf(placed: Placed, { row, problems }: CheckedRow, error: unknown): CellProblem[] {
  const told = new Set(problems.map(({ cell }) => cell))
  const more = error instanceof Refusal && error.errors ? problemsOf(placed, row, error) : []
  return more.filter(({ cell }) => cell !== String(row) && !told.has(cell))
}

/**
 * Checks rows as the form would: cells first, then names, then the form's own call, rolled back. `call` reads names,
 * `person` has the rights of now.
 */
export async function checkRows(
  call: CallContext,
  person: CallContext,
  checking: Checking,
  rows: readonly SheetRow[],
): Promise<CheckedRow[]> {
  const read = rows.map(row => readRow(checking, row))
  await lookUp(call, checking, read)
  for (const one of read) refuseTwice(checking, one)
  // rows that cannot be added stand in nobody's way
  const [good, bad] = [true, false].map(is => read.filter(({ problems }) => (problems.length === 0) === is))
  const refused = new Map([
    ...(await rehearse(person, checking.plan, good ?? [])),
    ...(await rehearse(person, checking.plan, bad ?? [])),
  ])
  for (const one of read) {
    const error = refused.get(one)
    if (error !== undefined) {
      if (one.problems.length > 0) one.problems.push(...moreOf(checking.placed, one, error))
      else {
        if (!(error instanceof Refusal)) person.fault(error)
        one.problems.push(...problemsOf(checking.placed, one.row, error))
      }
    }
    // in the order in which the row is read; a cell's letters are longer the further right it is
    one.problems.sort((a, b) => a.cell.length - b.cell.length || (a.cell < b.cell ? -1 : 1))
  }
  return read
}
