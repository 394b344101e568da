import { sql, type RawBuilder } from 'kysely'
import type { DetailPage, Page } from '../../../core/contract/configuration.ts'
import { recordNamed, type Places } from '../../../core/contract/named-record.ts'
import { allows } from '../../../core/model/roles.ts'
import { reachOf } from '../../access/reach.ts'
import { notFound, Refusal } from '../../answer/refusal.ts'
import { requiredArg, signedInUser, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import type { ListQuery } from '../../call/list-query.ts'
import { isRecord } from '../../call/values.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { isHidden } from '../../records/read/filters.ts'
import { COUNT_CAP } from '../../records/read/plan-list.ts'
import { recordInScope } from '../../records/read/record.ts'
import { openList } from '../../call/open-list.ts'

/** A list that may be counted, by the filters that limit it to the record. */
interface Asked {
  page: string
  filters: Record<string, string | string[]>
}
interface Count {
  number: number
  capped: boolean
}
interface Relation extends Asked {
  entity: string
  label: string
}

/**
 * What points at a record: how many rows each tab of its page would list, and the lists of other entities whose fields
 * name it. A list counts only if the user has it, and its rows are those that it would show them.
 */
const related: Handler = async call => {
  const page = detailPage(call, requiredArg(call, 'page'))
  const key = requiredArg(call, 'key')
  const entity = call.entities().get(page.entity.name)
  if (!entity) throw notFound()
  const tabs = tabsOf(call, page)
  const pointing = relationsOf(call, page, entity, key)
  // nothing points at records such as those of the operation log, which no table of their own holds
  if (tabs.length + pointing.length === 0) return { tabs: {}, related: [] }
  await recordInScope(call.db, call, entity, key)
  const counts = await counted(call, [...tabs.map(({ asked }) => asked), ...pointing])
  return {
    tabs: Object.fromEntries(tabs.flatMap(({ name }, i) => (counts[i] ? [[name, counts[i]]] : []))),
    related: pointing.flatMap((relation, i) => {
      const count = counts[tabs.length + i]
      return count && count.number > 0 ? [{ ...relation, ...count }] : []
    }),
  }
}

const pageWithin = (call: CallContext, route: string): Page | undefined =>
  reachOf(call.scoped, signedInUser(call)).pages.has(route) ? call.scoped.page(route) : undefined

function detailPage(call: CallContext, route: string): DetailPage {
  const page = pageWithin(call, route)
  if (page?.kind !== 'detail') throw notFound()
  return page
}

/** The page's own tabs with lists, as the console has evaluated their filters. */
function tabsOf(call: CallContext, page: DetailPage): { name: string; asked: Asked }[] {
  const given = isRecord(call.args['tabs']) ? call.args['tabs'] : {}
  return page.tabs.flatMap(({ name, page: list, roles }) => {
    const filters = given[name]
    if (list === undefined || !isRecord(filters) || !allows(roles, signedInUser(call))) return []
    return [{ name, asked: { page: list, filters: texts(filters) } }]
  })
}
const texts = (filters: Record<string, unknown>): Asked['filters'] =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )

/** Lists of the entities whose fields name this one's records, unless the page has a tab with such a list already. */
function relationsOf(call: CallContext, page: DetailPage, entity: Entity, key: string): Relation[] {
  const { records = {} } = call.scoped.manifest
  if (page.related === false || !records[entity.name]) return []
  const listed = new Set(page.tabs.flatMap(tab => entityOfPage(call, tab.page) ?? []))
  return [...call.entities().values()].flatMap(other => {
    const wish = page.related ? page.related[other.name] : undefined
    if (wish === false || listed.has(other.name)) return []
    const route = wish?.page ?? listOf(call, other.name, records)
    const list = route === undefined ? undefined : pageWithin(call, route)
    if (list?.kind !== 'list') return []
    const ways = waysTo(
      entity,
      other,
      list.filters.map(({ name }) => name),
      records,
    )
    return ways.map(({ field, filters }) => ({
      entity: other.name,
      label: wish?.label ?? (ways.length > 1 ? `${other.label}（${field.label}）` : other.label),
      page: list.route,
      filters: filters(key),
    }))
  })
}

const entityOfPage = (call: CallContext, route: string | undefined): string | undefined => {
  const page = route === undefined ? undefined : call.scoped.page(route)
  return page && 'entity' in page ? page.entity.name : undefined
}

const listOf = (call: CallContext, entity: string, records: Places): string | undefined =>
  records[entity]?.lists?.find(route => pageWithin(call, route)?.kind === 'list')

interface Way {
  field: FieldModel
  filters(key: string): Record<string, string>
}
/** The fields by which a row of another entity names a record of this one; each field that holds a key once. */
function waysTo(entity: Entity, other: Entity, filtered: readonly string[], records: Places): Way[] {
  const ways = new Map<string, Way>()
  for (const field of other.fields) {
    const named = isHidden(field) ? undefined : recordNamed(field, records, other.name)
    const holder = named && other.byName.get(named.key)
    if (!named || !holder || ways.has(named.key) || !isQuick(other, holder, filtered)) continue
    const kind = records[entity.name]?.kind
    if (named.entity === entity.name) ways.set(named.key, { field, filters: key => ({ [named.key]: key }) })
    else if (named.kind !== undefined && kind !== undefined)
      ways.set(named.key, { field, filters: key => ({ [named.key]: key, [named.kind ?? '']: kind }) })
  }
  return [...ways.values()]
}

/** What has an index: a reference has one in every table, others where lists filter by them; small tables need none. */
const isQuick = (other: Entity, { name, kind, multiple }: FieldModel, filtered: readonly string[]): boolean =>
  other.volume === 'small' || (!multiple && (kind === 'ref' || filtered.includes(name)))

/** All in one query; undefined for a list that the user may not call or that cannot be counted. */
async function counted(call: CallContext, lists: readonly Asked[]): Promise<(Count | undefined)[]> {
  const queries = await Promise.all(lists.map(list => queryOf(call, list)))
  const counts = queries.flatMap((query, i): RawBuilder<unknown>[] =>
    query
      ? [
          sql`(select count(*) from (select 1 from ${sql.table(query.entity.name)} where ${query.where}
            limit ${COUNT_CAP + 1}) as counted) as ${sql.ref(`n${i}`)}`,
        ]
      : [],
  )
  if (counts.length === 0) return []
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(call.db)
  return queries.map((query, i) => {
    const number = Number(rows[0]?.[`n${i}`] ?? 0)
    return query && { number: Math.min(number, COUNT_CAP), capped: number > COUNT_CAP }
  })
}

async function queryOf(call: CallContext, { page: route, filters }: Asked): Promise<ListQuery | undefined> {
  const page = pageWithin(call, route)
  if (page?.kind !== 'list') return undefined
  try {
    return (await openList(call, page.source.name, filters)).rows
  } catch (error) {
    if (error instanceof Refusal && error.status !== TOO_MANY) return undefined
    throw error
  }
}
/** What is looked for too often behind masks is refused as a whole. */
const TOO_MANY = 429

export const relatedRecords: Handlers = { 'record.related': related }
