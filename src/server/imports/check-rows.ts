import type { CellProblem } from '../../core/contract/imports.ts'
import { alike } from '../../core/model/field/alike.ts'
import { cleaned } from '../../core/model/field/clean.ts'
import { NAMED_KINDS } from '../../core/model/field/traits.ts'
import { Refusal, SERVER_FAULT } from '../answer/refusal.ts'
import type { CallContext } from '../call/context.ts'
import { isFilled, type SheetCell } from '../sheets/cell.ts'
import type { ImportedRow } from '../sheets/works.ts'
import { readCell } from './cells.ts'
import { keyNamed, namesFor } from './names.ts'
import type { ImportColumn, ImportPlan } from './plan.ts'
import { rehearse } from './rehearse.ts'
import type { Pace } from '../time/pace.ts'

/** One row, read: what its form would send, and what is wrong with it. */
export interface CheckedRow {
  row: number
  args: Record<string, unknown>
  problems: CellProblem[]
  /** as the spreadsheet has them, in the order of the plan's columns */
  cells: SheetCell[]
}

/** A column of the spreadsheet: what it brings, and its letters there. */
interface PlacedColumn {
  column: ImportColumn
  letters: string
}

export interface Checking {
  plan: ImportPlan
  pace: Pace
  columns: readonly PlacedColumn[]
  /** unique field → value → the row that had it first */
  seen: Map<string, Map<string, number>>
}

const cellAt = ({ letters }: PlacedColumn, row: number): string => `${letters}${row}`

function readRow({ plan, columns }: Checking, { row, cells, reasons }: ImportedRow): CheckedRow {
  const read: CheckedRow = { row, args: { ...plan.known }, problems: [], cells: plan.columns.map(() => null) }
  const marks = new Map(reasons)
  for (const [at, placed] of columns.entries()) {
    const { column } = placed
    const cell = cells[at] ?? null
    read.cells[plan.columns.indexOf(column)] = cell
    const mark = marks.get(at)
    const result =
      mark !== undefined ? { reason: mark } : isFilled(cell) ? readCell(column, cell, plan.translate) : undefined
    if (result && 'reason' in result) read.problems.push({ cell: cellAt(placed, row), row, reason: result.reason })
    else if (result) read.args[column.field.name] = result.value
  }
  return read
}

/** Puts the keys of areas and records in place of their names, a column at a time for all rows. */
async function lookUp(call: CallContext, { columns }: Checking, rows: readonly CheckedRow[]): Promise<void> {
  for (const placed of columns) {
    const { column } = placed
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
        one.problems.push({ cell: cellAt(placed, one.row), row: one.row, reason: result.reason })
      }
    }
  }
}

/** Two rows of one file with the same unique value: the database cannot know yet. */
function refuseTwice({ plan, columns, seen }: Checking, { row, args, problems }: CheckedRow): void {
  for (const placed of columns) {
    const { field } = placed.column
    const value = args[field.name]
    if (!plan.entity.byName.get(field.name)?.unique || typeof value !== 'string') continue
    const rows = seen.get(field.name) ?? new Map<string, number>()
    seen.set(field.name, rows)
    const same = alike(cleaned(field, value))
    const first = rows.get(same)
    if (first === undefined) rows.set(same, row)
    else problems.push({ cell: cellAt(placed, row), row, reason: `${field.label}与第 ${first} 行重复` })
  }
}

/** A refusal names fields: each becomes its cell. What names none, or a field that has no column, is about the row. */
function problemsOf({ columns }: Checking, row: number, error: unknown): CellProblem[] {
  if (!(error instanceof Refusal)) return [{ cell: String(row), row, reason: SERVER_FAULT }]
  const byField = new Map(columns.map(placed => [placed.column.field.name, placed]))
  const named = Object.entries(error.errors ?? {})
  if (named.length === 0) return [{ cell: String(row), row, reason: error.message }]
  return named.map(([field, reason]) => {
    const placed = byField.get(field)
    return { cell: placed ? cellAt(placed, row) : String(row), row, reason }
  })
}

/** What the form says of the other cells of a row, without those that cannot be read: all is told at once. */
function moreOf(checking: Checking, { row, problems }: CheckedRow, error: unknown): CellProblem[] {
  const told = new Set(problems.map(({ cell }) => cell))
  const more = error instanceof Refusal && error.errors ? problemsOf(checking, row, error) : []
  return more.filter(({ cell }) => cell !== String(row) && !told.has(cell))
}

/** What each of these would be refused for, asked in turns. */
async function rehearsed(
  person: CallContext,
  { plan, pace }: Checking,
  rows: readonly CheckedRow[],
): Promise<Map<CheckedRow, unknown>> {
  const refused = new Map<CheckedRow, unknown>()
  for (let at = 0; at < rows.length;) {
    const some = rows.slice(at, at + pace.size)
    for (const [row, error] of await pace.turn(some.length, () => rehearse(person, plan, some))) refused.set(row, error)
    at += some.length
  }
  return refused
}

/**
 * Checks rows as the form would: cells first, then names, then the form's own call, rolled back. `call` reads names,
 * `person` has the rights of now.
 */
export async function checkRows(
  call: CallContext,
  person: CallContext,
  checking: Checking,
  rows: readonly ImportedRow[],
): Promise<CheckedRow[]> {
  const read = rows.map(row => readRow(checking, row))
  await lookUp(call, checking, read)
  for (const one of read) refuseTwice(checking, one)
  // rows that cannot be added stand in nobody's way
  const [good, bad] = [true, false].map(is => read.filter(({ problems }) => (problems.length === 0) === is))
  const refused = new Map([
    ...(await rehearsed(person, checking, good ?? [])),
    ...(await rehearsed(person, checking, bad ?? [])),
  ])
  for (const one of read) {
    const error = refused.get(one)
    if (error !== undefined) {
      if (one.problems.length > 0) one.problems.push(...moreOf(checking, one, error))
      else {
        if (!(error instanceof Refusal)) person.fault(error)
        one.problems.push(...problemsOf(checking, one.row, error))
      }
    }
    // in the order in which the row is read; a cell's letters are longer the further right it is
    one.problems.sort((a, b) => a.cell.length - b.cell.length || (a.cell < b.cell ? -1 : 1))
  }
  return read
}
