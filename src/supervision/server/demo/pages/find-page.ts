import { sql } from 'kysely'
import type { Services } from '../../../../server/call/context.ts'
import type { TableRow } from '../../../../server/db/database.ts'
import type { Entity } from '../../../../server/db/tables/models.ts'
import { isMasked, maskedText } from '../../../../server/records/read/mask.ts'
import { urlFieldOf } from '../../carriers/carriers.ts'
import { closedPage, goodsOfTrade, shopPage, type Goods, type ShopFacts, type SoldGoods } from './shop-page.ts'

/** What a host of the demonstration answers. */
export interface DemoAnswer {
  status: 200 | 404
  html: string
}

const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/
const OK = 200
const GONE = 404
/** of the dead links, one of so many answers again when it is asked */
const REVIVED = 4

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
/** The number in a made-up host's name, so that the same page always looks the same. */
const seedOf = (host: string): number => Number(/\d+/.exec(host)?.[0] ?? host.length)

async function carrierAt(services: Pick<Services, 'db' | 'entities'>, host: string): Promise<Found | undefined> {
  for (const entity of services.entities().values()) {
    const field = urlFieldOf(entity)
    if (entity.view || field === undefined || !entity.byName.has(field)) continue
    const begins = [`https://${host}/%`, `http://${host}/%`]
    const { rows } = await sql<TableRow>`select * from ${sql.table(entity.name)}
      where ${sql.ref(field)} like ${begins[0]} or ${sql.ref(field)} like ${begins[1]} limit 1`.execute(services.db)
    if (rows[0]) return { entity, row: rows[0], url: text(rows[0][field]) }
  }
  return undefined
}
interface Found {
  entity: Entity
  row: TableRow
  url: string
}

/** What was found there of late: what was dealt with long ago has been taken down. */
async function claimsAt({ db }: Pick<Services, 'db'>, url: string): Promise<string[]> {
  const { rows } = await sql<TableRow>`select "hitWords" from ${sql.table('illegalResult')}
    where "objectUrl" = ${url} and "hitWords" is not null
    order by "finishState", "foundTime" desc limit 3`.execute(db)
  return [...new Set(rows.map(row => text(row['hitWords'])))]
}

/** Of issued marks that nobody has found yet, every so manyth has been hung up. */
const HUNG_UP = 2

/** The mark that hangs on a page: a posted one does, and of those just issued some do. */
async function markAt({ db, entities }: PageSource, url: string, seed: number): Promise<string> {
  if (!entities().has('licenseApply')) return ''
  const { rows } = await sql<TableRow>`select "markHtml", state from ${sql.table('licenseApply')}
    where "siteUrl" = ${url} and state in ('3', '5') and "delFlag" = 0 limit 1`.execute(db)
  const [row] = rows
  return row && (row['state'] === '5' || seed % HUNG_UP === 0) ? text(row['markHtml']) : ''
}

function goodsIn(row: TableRow, seed: number, trades: readonly SoldGoods[]): Goods[] {
  const listed: unknown = typeof row['goodsList'] === 'string' ? JSON.parse(row['goodsList']) : row['goodsList']
  if (!Array.isArray(listed) || listed.length === 0) return goodsOfTrade(trades, text(row['subjectName']), seed)
  return (listed as Record<string, unknown>[]).map(one => ({
    name: text(one['name']),
    price: Number(one['price'] ?? 0),
    sales: Number(one['sales'] ?? 0),
  }))
}

type Hanging = Pick<ShopFacts, 'host' | 'claims' | 'goods' | 'mark'>

function factsOf({ entity, row }: Found, hanging: Hanging): ShopFacts {
  // whoever captures the page may not be somebody who may read the record: what is masked there is masked here
  const said = (name: string): string => {
    const field = entity.byName.get(name)
    if (!field) return ''
    return isMasked(field, row) ? maskedText(field, text(row[name])) : text(row[name])
  }
  return {
    ...hanging,
    name: said(entity.title),
    subject: {
      name: said('subjectName'),
      code: said('uscc_dim'),
      address: said('regAddress'),
      phone: said('contactPhone'),
      registrar: said('regOrg'),
    },
    showsLicence: row['signsLicenses'] === 1,
    permits: said('permitNos'),
    icp: said('icpNo'),
  }
}

/** What pages are made of: the records, and what is sold in each trade. */
export interface PageSource extends Pick<Services, 'db' | 'entities'> {
  trades: readonly SoldGoods[]
}

/** The page of a made-up host; undefined if no carrier of the demonstration has it. */
export async function demoPage(source: PageSource, host: string): Promise<DemoAnswer | undefined> {
  if (!HOST.test(host)) return undefined
  const found = await carrierAt(source, host)
  if (!found) return undefined
  const seed = seedOf(host)
  if (found.row['isDead'] === 1 && seed % REVIVED !== 0) return { status: GONE, html: closedPage(host) }
  const claims = await claimsAt(source, found.url)
  const mark = await markAt(source, found.url, seed)
  const goods = goodsIn(found.row, seed, source.trades)
  return { status: OK, html: shopPage(factsOf(found, { host, claims, goods, mark })) }
}
