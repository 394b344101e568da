import type { AppDoc } from '../../../core/model/settings.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime, momentOf } from '../../../server/db/time.ts'
import { besideOf, factsOf, goodsOf, pointOf, type PriceFacts } from '../prices/facts.ts'
import { findingsOf, type Finding } from '../prices/rules.ts'
import type { DemoDocument } from './documents.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import { priceAt, PROMISED, promotionAt, STORIES, timesOf, type Story } from './price-stories.ts'
import { numbered } from './records.ts'
import { TRADES } from './trades.ts'
import type { Shown } from './register.ts'

const SHOP = '1'
const PROMOTION = '2'
/** Shops that sell the same goods. */
const SHOPS = 4
/** An area whose clues are made up in full has goods of several kinds; others of two, so that some are on promotion. */
const [KINDS_OF_MANY, KINDS_OF_FEW] = [4, 2]
const DAY_MS = 86_400_000
/** What is older has been judged. */
const JUDGED = 25

interface Sold {
  item: TableRow
  story: Story
  records: TableRow[]
}
export interface PriceInput {
  g: Generating
  app: Pick<AppDoc, 'settings'>
  areas: DemoDocument['records']
  carriers: readonly Shown[]
  clues: readonly TableRow[]
}

function itemOf({ g }: PriceInput, shop: Shown, goods: string, serial: number, story: Story): TableRow {
  const { row } = shop
  const promotion = story.promotion ? promotionAt(g.now) : undefined
  return {
    itemId: `demo-price-${numbered(serial)}`,
    monitorKind: promotion ? PROMOTION : '1',
    goodsName: goods.split(' ')[0] ?? goods,
    skuSpec: goods.split(' ').slice(1).join(' ') || null,
    goodsUrl: `${String(row['shopUrl'])}item/${serial}`,
    brand: `样例${String(row['sellerNick'] ?? '').slice(0, 2)}`,
    category: row['mainCategory'] ?? null,
    platformName: row['platformName'] ?? null,
    shopName: shop.title,
    subjectName: row['subjectName'] ?? null,
    uscc_dim: row['uscc_dim'] ?? null,
    areaCode: row['areaCode'] ?? null,
    customerId: row['customerId'] ?? null,
    ...promotion,
    freq: '2',
    state: 1,
    createTime: chinaTime(g.now - 370 * DAY_MS),
    delFlag: 0,
  }
}

/** From one day to the next a price goes up or down by up to three in a hundred, each in its own time. */
const sway = (itemId: string, ago: number): number =>
  1 + 0.015 * Math.sin(Math.floor(ago) * 1.7 + Number(itemId.replaceAll(/\D/g, '')) * 2.1)

function recordOf({ g }: PriceInput, { item, story }: Sold, time: string, nth: number, base: number): TableRow {
  const ago = (g.now - momentOf(time)) / DAY_MS
  const price = priceAt(story, base * sway(String(item['itemId']), ago), ago, time)
  return {
    id: `${String(item['itemId'])}-${String(nth).padStart(3, '0')}`,
    itemId: item['itemId'] ?? null,
    areaCode: item['areaCode'] ?? null,
    customerId: item['customerId'] ?? null,
    collectTime: time,
    salePrice: price.sale,
    linePrice: price.line,
    finalPrice: price.final,
    coupon:
      price.final !== null && price.final < (price.sale ?? 0) ? `满减 ${(price.sale ?? 0) - price.final} 元` : null,
    sales: g.random.int(5, 900),
    stock: g.random.int(10, 3000),
    createTime: time,
    updateTime: time,
    delFlag: 0,
  }
}

/** Everything that rules find in the goods of one kind, record by record, as the server would have. */
function judge({ app }: PriceInput, all: readonly Sold[], one: Sold): { record: TableRow; finding: Finding }[] {
  const goods = goodsOf(one.item)
  const points = one.records.map(pointOf)
  const last = new Map<string, string>()
  let facts: PriceFacts | undefined
  const found = one.records.flatMap((record, nth) => {
    const prices = all.flatMap(other => (other === one ? [] : [pointOf(other.records[nth] ?? {}).sale ?? []])).flat()
    facts = factsOf(points[nth] ?? pointOf(record), goods, points.slice(0, nth), besideOf(prices, prices))
    const findings = findingsOf(facts, app)
    Object.assign(record, {
      low7: facts.low7,
      promotion: facts.promoting ? 1 : 0,
      rules: findings.map(({ rule }) => rule).join(','),
    })
    const fresh = findings.filter(({ rule }) => (last.get(rule) ?? '') < String(record['collectTime']).slice(0, 7))
    for (const { rule } of fresh) last.set(rule, String(record['collectTime']).slice(0, 7))
    return fresh.map(finding => ({ record, finding }))
  })
  Object.assign(one.item, standing(one, facts), { abnormalCount: found.length })
  return found
}

const CURRENT = { curPrice: 'salePrice', linePrice: 'linePrice', finalPrice: 'finalPrice', collectTime: 'collectTime' }

/** What the goods cost now, by their last record. */
function standing({ records }: Sold, facts: PriceFacts | undefined): TableRow {
  const [before, now] = records.slice(-2).map(row => Number(row['salePrice']))
  return {
    ...Object.fromEntries(Object.entries(CURRENT).map(([to, from]) => [to, records.at(-1)?.[from] ?? null])),
    min7: facts?.low7 ?? null,
    max30: facts?.high30 ?? null,
    changeRate: now && before ? Math.round((now / before - 1) * 10_000) / 100 : null,
    updateTime: records.at(-1)?.['collectTime'] ?? null,
  }
}

const PRICE_SOURCE = '价格监测'

/** What became of a finding: the newest wait, others are clues or were none. */
function judged({ g, clues }: PriceInput, item: TableRow, time: string, taken: Set<unknown>): TableRow {
  if (time > chinaTime(g.now - JUDGED * DAY_MS)) return { judge: '0' }
  const by = { judgeBy: g.officerOf(g.bureauOf(String(item['areaCode']))), judgeTime: chinaTime(g.now - 20 * DAY_MS) }
  const source = keyOf(g.dictionary('illegalSource'), PRICE_SOURCE)
  const area = String(item['areaCode']).slice(0, 4)
  const clue = clues.find(
    row =>
      row['illegalSource'] === source
      && String(row['areaCode']).startsWith(area)
      && String(row['foundTime']) >= time
      && !taken.has(row['resultId']),
  )
  taken.add(clue?.['resultId'])
  return clue
    ? { ...by, judge: '1', resultId: clue['resultId'] ?? null, opinion: '价格变动没有合理理由，转线索办理。' }
    : { ...by, judge: '2', opinion: '经核查，为正常促销定价。' }
}

const GOODS = ['monitorKind', 'goodsName', 'goodsUrl', 'category', 'platformName', 'shopName'] as const
const COPIED = [...GOODS, 'subjectName', 'uscc_dim', 'areaCode', 'customerId'] as const

/** Goods of one kind in several shops of an area, each with its story. */
function kindOf(input: PriceInput, shops: readonly Shown[], nth: number, serial: number): Sold[] {
  const { g } = input
  const trade = TRADES.find(one => keyOf(g.dictionary('goodsCategory'), one.category) === shops[0]?.row['mainCategory'])
  const [goods, from, to] = trade?.goods[nth % trade.goods.length] ?? ['样例商品', 20, 60]
  const base = g.random.int(from, to)
  return shops.map((shop, i) => {
    const story = STORIES[(nth * SHOPS + i) % STORIES.length] ?? { promotion: false }
    const sold: Sold = { item: itemOf(input, shop, goods, serial + i, story), story, records: [] }
    const own = base * (1 + (i - 1) * 0.03)
    if (story.promotion) sold.item['promised'] = Math.round(own * PROMISED * 10) / 10
    sold.records = timesOf(g.now).map((time, at) => recordOf(input, sold, time, at, own))
    return sold
  })
}

function abnormalRow(input: PriceInput, { item }: Sold, at: TableRow, finding: Finding, taken: Set<unknown>): TableRow {
  const time = String(at['collectTime'])
  return {
    itemId: item['itemId'] ?? null,
    recordId: at['id'] ?? null,
    ...Object.fromEntries(COPIED.map(name => [name, item[name] ?? null])),
    rule: finding.rule,
    abnormalPrice: finding.abnormal,
    basePrice: finding.base,
    rate: finding.rate,
    foundTime: time,
    createTime: time,
    updateTime: time,
    delFlag: 0,
    ...judged(input, item, time, taken),
  }
}

const cityOf = (row: TableRow): string => String(row['areaCode']).slice(0, 4)

/** Groups of shops of an area that sell the same: of the first kinds that it has. */
function groupsIn({ carriers, clues }: PriceInput, { area, clues: many }: PriceInput['areas'][number]): Shown[][] {
  const shops = carriers.filter(
    ({ kind, row }) =>
      kind === SHOP && String(row['areaCode']).startsWith(area) && row['customerId'] && row['isDead'] !== 1,
  )
  // of a province those cities first in which somebody works
  const worked = new Set(clues.map(cityOf))
  const here = shops.toSorted((a, b) => Number(worked.has(cityOf(b.row))) - Number(worked.has(cityOf(a.row))))
  const kinds = [...new Set(here.map(({ row }) => row['mainCategory']))]
  return kinds
    .map(like => here.filter(({ row }) => row['mainCategory'] === like).slice(0, SHOPS))
    .filter(shops => shops.length === SHOPS)
    .slice(0, many === undefined ? KINDS_OF_FEW : KINDS_OF_MANY)
}

/** Which stories a group shows: the two groups of an area with few are two lines apart, one of them a promotion. */
const storiesOf = ({ clues }: PriceInput['areas'][number], at: number, nth: number): number =>
  clues === undefined ? at + nth * KINDS_OF_FEW : nth

/** Goods whose prices are watched, a year of their prices, and what the rules find in them. */
export function priceRows(input: PriceInput): Map<string, TableRow[]> {
  const taken = new Set<unknown>()
  const items: TableRow[] = []
  const records: TableRow[] = []
  const findings: TableRow[] = []
  for (const [at, line] of input.areas.entries()) {
    for (const [nth, shops] of groupsIn(input, line).entries()) {
      const all = kindOf(input, shops, storiesOf(line, at, nth), items.length + 1)
      for (const one of all) {
        const found = judge(input, all, one).map(({ record, finding }) =>
          abnormalRow(input, one, record, finding, taken),
        )
        items.push(one.item)
        records.push(...one.records)
        findings.push(...found)
      }
    }
  }
  const named = findings.map((row, i) => ({ ...row, id: `demo-abnormal-${numbered(i + 1)}` }))
  return new Map([
    ['priceItem', items],
    ['priceRecord', records],
    ['priceAbnormal', named],
  ])
}
