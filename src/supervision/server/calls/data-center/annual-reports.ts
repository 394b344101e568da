import { sql, type RawBuilder } from 'kysely'
import type { ListAnswer } from '../../../../core/contract/api.ts'
import { chooses } from '../../../../core/contract/filter-words.ts'
import { entityFor } from '../../../../server/access/field-rights.ts'
import { inScope } from '../../../../server/access/row-scope.ts'
import { fromViewKey } from '../../tables/carrier-views.ts'
import type { TableRow } from '../../../../server/db/database.ts'
import type { Entity } from '../../../../server/db/tables/models.ts'
import { entityOfCall, type CallContext, type Handler, type Handlers } from '../../../../server/call/context.ts'
import { answerList } from '../../../../server/records/read/list.ts'
import { every, planList } from '../../../../server/records/read/plan-list.ts'
import type { ListQuery } from '../../../../server/call/list-query.ts'
import { masked } from '../../../../server/records/read/mask.ts'
import { one as oneRecord } from '../../../../server/records/read/record.ts'

/** Without a trailing slash, which people write or leave out. */
const bare = (url: unknown): string => String(url ?? '').replace(/\/+$/, '')

/** The view over carriers of all kinds, without deleted ones. */
const carriersOf = (call: CallContext): Entity | undefined => call.entities().get('carrier')

/** Whether the subject has a carrier at the reported address. */
function hasCarrier(call: CallContext, carrier: Entity): RawBuilder<boolean> {
  const report = entityOfCall(call).name
  const same = [
    sql<boolean>`carrier.uscc_dim = ${sql.ref(`${report}.uscc_dim`)}`,
    sql<boolean>`rtrim(carrier.url, '/') = rtrim(${sql.ref(`${report}.webSite`)}, '/')`,
  ]
  return sql<boolean>`exists (select 1 from carrier where ${every([...same, ...inScope(carrier, call.rows)])})`
}

/** Adds the condition "carrier is known", which is computed by a subquery and stored in no column. */
function annualQuery(call: CallContext): Promise<ListQuery> {
  const { known, ...args } = call.args
  const carrier = carriersOf(call)
  const [yes, no] = ['1', '0'].map(key => chooses({ kind: 'flag' }, known, key))
  if (!carrier || (yes && no)) return planList({ ...call, args })
  const has = hasCarrier(call, carrier)
  return planList({ ...call, args }, [yes ? has : no ? sql<boolean>`not ${has}` : sql<boolean>`false`])
}

/** Adds to each row the carrier at the reported address. */
async function compared(call: CallContext, rows: readonly TableRow[]): Promise<TableRow[]> {
  const known = carriersOf(call)
  const codes = [...new Set(rows.flatMap(row => (row['uscc_dim'] ? [String(row['uscc_dim'])] : [])))]
  const entity = known && entityFor(known, call.user)
  const found =
    entity && codes.length > 0
      ? await sql<TableRow>`select "uniqueId", "objectKind", "objectName", url, uscc_dim, "subjectType"
        from carrier
    where ${every([sql<boolean>`uscc_dim in (${sql.join(codes)})`, ...inScope(entity, call.rows)])}
        order by "uniqueId"`.execute(call.db)
      : undefined
  const placeOf = (code: unknown, url: unknown): string => `${String(code)} ${bare(url)}`
  const byPlace = new Map(
    (entity && found ? masked(entity, found.rows) : [])
      .filter(row => row['url'])
      .map(row => [placeOf(row['uscc_dim'], row['url']), row]),
  )
  return rows.map(row => {
    const carrier = row['webSite'] ? byPlace.get(placeOf(row['uscc_dim'], row['webSite'])) : undefined
    return {
      ...row,
      known: carrier ? 1 : 0,
      ...(carrier
        ? {
            carrierKind: carrier['objectKind'],
            carrierKey: fromViewKey(String(carrier['uniqueId'])).key,
            carrierName: carrier['objectName'],
          }
        : {}),
    }
  })
}

async function list(call: CallContext): Promise<ListAnswer> {
  const answer = await answerList(call, await annualQuery(call))
  return { ...answer, list: await compared(call, answer.list) }
}

const one: Handler = async call => (await compared(call, [await oneRecord(call)]))[0]

export const annualReports: Handlers = { 'annual.list': { query: annualQuery, answer: list }, 'annual.one': one }
