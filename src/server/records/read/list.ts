import { sql, type RawBuilder } from 'kysely'
import type { ListAnswer } from '../../../core/contract/api.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { badRequest } from '../../answer/refusal.ts'
import { withMay } from '../../machines/machines.ts'
import type { CallContext } from '../../call/context.ts'
import { isHidden } from './filters.ts'
import { labelled } from './labels.ts'
import { COUNT_CAP, listColumns, planList } from './plan-list.ts'
import type { ListQuery } from '../../call/list-query.ts'
import { maskWithin, seenOf } from './mask.ts'
import { readPage } from './page.ts'
import { columnsShown } from '../../access/list-columns.ts'
import { withShut } from './pointers.ts'
import { withoutEmpty } from './record.ts'

const PAGE_SIZE = 20
const MAX_PAGE_SIZE = 1000
function wholeNumber(value: unknown, name: string, standard: number, max: number): number {
  if (value === undefined || value === null || value === '') return standard
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1 || number > max) throw badRequest(`参数 ${name} 应为 1 到 ${max} 的整数`)
  return number
}

const summed = (entity: Entity): FieldModel[] =>
  entity.fields.filter(field => field.total === 'sum' && !isHidden(field))

interface Overall {
  totalRecord: number
  capped?: true
  totals?: Record<string, number>
}

function isExact({ args }: CallContext): boolean {
  const asked = String(args['exactTotal'] ?? '')
  if (!['', '0', '1'].includes(asked)) throw badRequest('参数 exactTotal 应为 0 或 1')
  return asked === '1'
}

/**
 * Number of rows and totals in one query. When counting stops at the cap, totals would be wrong and are left out; it
 * does not where the request asks for an exact total.
 */
async function overall(call: CallContext, { entity, where }: ListQuery, exact: boolean): Promise<Overall> {
  const fields = summed(entity)
  const sums = fields.map(field => sql`, sum(${sql.ref(field.name)}) as ${sql.ref(field.name)}`)
  const read =
    fields.length > 0 ? sql.join(fields.map(field => sql`${seenOf(entity, field)} as ${sql.ref(field.name)}`)) : sql`1`
  const most = exact ? sql`` : sql`limit ${COUNT_CAP + 1}`
  const { rows } = await sql<Record<string, number | null>>`select count(*) as "n#"${sql.join(sums, sql``)}
    from (select ${read} from ${sql.table(entity.name)} where ${where} ${most}) as counted`.execute(call.db)
  const counted = Number(rows[0]?.['n#'] ?? 0)
  if (counted > COUNT_CAP && !exact) return capped(counted)
  // the sum of no values is left out: 0 would say that there are values
  const sumOf = (name: string): number | null => rows[0]?.[name] ?? null
  const totals = Object.fromEntries(
    fields.filter(({ name }) => sumOf(name) !== null).map(({ name }) => [name, Number(sumOf(name))]),
  )
  return { totalRecord: counted, ...(fields.length > 0 ? { totals } : {}) }
}

/** Rows as lists show them: without secret fields and large structures, with names beside codes, and masked. */
export async function shownRows(call: CallContext, entity: Entity, rest: RawBuilder<unknown>): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`select ${listColumns(entity)} from ${sql.table(entity.name)} ${rest}`.execute(
    call.db,
  )
  return maskWithin(entity, await labelled(call, entity, rows))
}

export async function answerList(call: CallContext, rows: ListQuery): Promise<ListAnswer> {
  const size = wholeNumber(call.args['pageRowNo'], 'pageRowNo', PAGE_SIZE, MAX_PAGE_SIZE)
  const page = wholeNumber(call.args['pageNo'], 'pageNo', 1, 1_000_000)
  const exact = isExact(call)
  const { entity } = rows
  const totals = summed(entity).length > 0
  const [sums, read] = await Promise.all([
    totals ? overall(call, rows, exact) : undefined,
    readPage(call, rows, size, (page - 1) * size, !totals),
  ])
  // what the rows name is looked up while they are counted
  const [counted, list] = await Promise.all([
    sums ?? (isCounted(read.counted, exact) ? capped(read.counted) : overall(call, rows, exact)),
    drawnRows(call, entity, read.rows),
  ])
  return { ...counted, list }
}

const isCounted = (counted: number | undefined, exact: boolean): counted is number =>
  counted !== undefined && !(exact && counted > COUNT_CAP)

async function drawnRows(call: CallContext, entity: Entity, rows: TableRow[]): Promise<TableRow[]> {
  const shown = maskWithin(entity, await labelled(call, entity, rows))
  const drawn = call.user && columnsShown(call.scoped, call.user, call.endpoint.name)
  return withMay(call, entity, (await withShut(call, entity, shown, drawn)).map(withoutEmpty))
}

const capped = (counted: number): Overall =>
  counted > COUNT_CAP ? { totalRecord: COUNT_CAP, capped: true } : { totalRecord: counted }

export const list = async (call: CallContext): Promise<ListAnswer> => answerList(call, await planList(call))
