import type { CellValue, ColumnDef, DataValidation, WriteSheet } from 'hucre/xlsx'
import { DATE_KINDS, NUMBER_KINDS } from '../../core/model/field/traits.ts'
import { columnLetters, MOST_IMPORTED } from '../../core/contract/imports.ts'
import { entityFor } from '../access/field-rights.ts'
import type { CallContext } from '../call/context.ts'
import { shownRows } from '../records/read/list.ts'
import { inShownOrder } from '../records/read/mask.ts'
import { planList } from '../records/read/plan-list.ts'
import { stillUsable } from '../records/write/refs.ts'
import { sql } from 'kysely'
import type { TableRow } from '../db/database.ts'
import { REASON } from './check-file.ts'
import { ownAreas } from './names.ts'
import { explanation } from './notes.ts'
import type { ImportColumn, ImportPlan } from './plan.ts'

const LISTS = '选项'
/** Longer lists are not offered: nobody finds anything in them, and the file grows. */
const MOST_CHOICES = 5000
const MOST_RECORDS = 500
const WIDEST = 40

/** What a cell of the column may be chosen from; undefined where it is typed. */
async function choicesOf(
  call: CallContext,
  { field, entries }: ImportColumn,
  t: (text: string) => string,
): Promise<string[] | undefined> {
  if (field.kind === 'flag') return [t('是'), t('否')]
  if (entries) return entries.map(([, label]) => t(label))
  if (field.kind === 'area') return within(ownAreas(call).map(({ path }) => path))
  const named = field.kind === 'ref' ? call.entities().get(field.ref ?? '') : undefined
  if (!named) return undefined
  const entity = entityFor(named, call.user)
  const { where } = await planList({ ...call, args: {} }, stillUsable(entity), entity)
  const rows: TableRow[] = await shownRows(
    call,
    entity,
    sql`where ${where} order by ${inShownOrder(entity, entity.title)} limit ${MOST_RECORDS + 1}`,
  )
  return rows.length > MOST_RECORDS
    ? undefined
    : [...new Set(rows.map(row => String(row[entity.title] ?? '')))].filter(name => name !== '')
}

const within = (choices: string[]): string[] | undefined => (choices.length > MOST_CHOICES ? undefined : choices)

/** How cells are formatted: text wherever a spreadsheet would turn what is typed into something else. */
const formatOf = ({ field: { kind } }: ImportColumn): string => {
  if (kind === 'percent') return '@'
  if (NUMBER_KINDS.has(kind)) return 'General'
  if (!DATE_KINDS.has(kind)) return '@'
  return kind === 'date' ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss'
}

const listed = (list: number, choices: readonly string[], range: string): DataValidation => ({
  type: 'list',
  formula1: `${LISTS}!$${columnLetters(list)}$1:$${columnLetters(list)}$${choices.length}`,
  range,
  allowBlank: true,
  showErrorMessage: true,
  errorStyle: 'warning',
})

export interface Filled {
  /** row by row, in the order of the plan's columns, with the reason at the end */
  rows: readonly (readonly CellValue[])[]
}

const WHITE = { rgb: 'FFFFFF' }
/** The row of headings: red where something must be filled in, and what stands in no form at the end. */
function headsOf({ columns, translate }: ImportPlan, isCorrection: boolean): NonNullable<WriteSheet['cells']> {
  const own = columns.map(({ heading, field }) => ({
    value: field.required === true ? `*${heading}` : heading,
    isRed: field.required === true,
  }))
  const all = isCorrection ? [...own, { value: translate(REASON), isRed: true }] : own
  return new Map(
    all.map(({ value, isRed }, at) => [
      `0,${at}`,
      {
        value,
        style: {
          font: { bold: true, color: WHITE },
          fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: isRed ? 'C0392B' : '2F5597' } },
          numFmt: '@',
        },
      },
    ]),
  )
}

function dataSheet(
  plan: ImportPlan,
  choices: readonly (string[] | undefined)[],
  filled: Filled | undefined,
): WriteSheet {
  const lists = choices.flatMap((list, at) => (list && list.length > 0 ? [at] : []))
  const validations = plan.columns.flatMap(({ field }, at) => {
    const list = choices[at]
    // several values in one cell are no entry of a list
    if (!list || list.length === 0 || field.multiple) return []
    return [listed(lists.indexOf(at), list, `${columnLetters(at)}2:${columnLetters(at)}${MOST_IMPORTED + 1}`)]
  })
  const columns: ColumnDef[] = plan.columns.map(column => ({
    width: Math.min(WIDEST, Math.max(12, [...column.heading].length * 2 + 4)),
    numFmt: formatOf(column),
  }))
  const names = plan.columns.map(({ heading }) => heading)
  return {
    name: plan.translate('数据'),
    columns: filled ? [...columns, { width: WIDEST }] : columns,
    rows: filled ? [[...names, plan.translate(REASON)], ...filled.rows.map(row => [...row])] : [names],
    cells: headsOf(plan, filled !== undefined),
    dataValidations: validations,
    freezePane: { rows: 1 },
  }
}

function optionSheet(choices: readonly (string[] | undefined)[]): WriteSheet[] {
  const lists = choices.filter(list => list !== undefined).filter(list => list.length > 0)
  const longest = Math.max(0, ...lists.map(list => list.length))
  if (longest === 0) return []
  return [
    {
      name: LISTS,
      rows: Array.from({ length: longest }, (_, row) => lists.map(list => list[row] ?? null)),
      hidden: true,
    },
  ]
}

/**
 * The workbook that people fill in: one column a field with its drop-down, a sheet that explains, and what the
 * drop-downs offer. With `filled` it holds refused rows and their reasons, to be corrected and sent again.
 */
export async function templateOf(call: CallContext, plan: ImportPlan, filled?: Filled): Promise<WriteSheet[]> {
  const choices: (string[] | undefined)[] = []
  for (const column of plan.columns) choices.push(await choicesOf(call, column, plan.translate))
  return [dataSheet(plan, choices, filled), explanation(plan, choices), ...optionSheet(choices)]
}
