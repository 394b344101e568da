import { sql, type RawBuilder } from 'kysely'
import type { ListAnswer } from '../../../core/contract/api.ts'
import { inScope } from '../../access/row-scope.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/models.ts'
import { badRequest } from '../../http/refusal.ts'
import { entityOfCall, type CallContext } from '../context.ts'
import { filterConditions, isHidden } from './filters.ts'
import { withLabels } from './labels.ts'
import { masked } from './mask.ts'
import { ordering } from './order.ts'

const PAGE_SIZE = 20
const MAX_PAGE_SIZE = 1000
/** Counting every row of a big table costs more than the page itself; beyond this nobody pages. */
export const COUNT_CAP = 10_000

function wholeNumber(value: unknown, name: string, standard: number, max: number): number {
  if (value === undefined || value === null || value === '') return standard
  const number = Number(value)
  if (!Number.isInteger(number) || number < 1 || number > max) throw badRequest(`参数 ${name} 应为 1 到 ${max} 的整数`)
  return number
}

export const every = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join([...conditions], sql` and `)}`

/** Large structures belong to a record, not to a list. */
const listed = (entity: Entity): RawBuilder<unknown> =>
  sql.join(entity.fields.filter(field => !isHidden(field) && field.kind !== 'json' && field.name !== 'delFlag').map(field => sql.ref(field.name)))

/** Empty cells need no bytes: a third of a list would be `null`. */
const withoutEmpty = (row: TableRow): TableRow => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''))

export async function list(call: CallContext): Promise<ListAnswer> {
  const entity = entityOfCall(call)
  const size = wholeNumber(call.args['pageRowNo'], 'pageRowNo', PAGE_SIZE, MAX_PAGE_SIZE)
  const page = wholeNumber(call.args['pageNo'], 'pageNo', 1, 1_000_000)
  const where = every([...inScope(entity, call.rows), ...filterConditions(entity, call.args)])
  const order = ordering(entity, call.args['orderBy'])
  const [total, rows] = await Promise.all([
    sql<{ n: number }>`select count(*) as n from (select 1 from ${sql.table(entity.name)} where ${where} limit ${COUNT_CAP + 1}) as counted`.execute(call.db),
    sql<TableRow>`select ${listed(entity)} from ${sql.table(entity.name)} where ${where} order by ${order} limit ${size} offset ${(page - 1) * size}`.execute(call.db),
  ])
  const counted = Number(total.rows[0]?.n ?? 0)
  const shown = masked(entity, await withLabels(call, entity, rows.rows))
  return { totalRecord: Math.min(counted, COUNT_CAP), ...(counted > COUNT_CAP ? { capped: true } : {}), list: shown.map(withoutEmpty) }
}
