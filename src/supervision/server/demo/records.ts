import type { TableRow } from '../../../server/db/database.ts'
import { anyKey, carrierOf, daysAgo, likely } from './carriers.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import { shortName, subjectAt } from './subjects.ts'
import type { Subject } from './trades.ts'
import type { DemoPlace } from './places.ts'

/** Every so manyth record was found by the platform itself and belongs to no customer. */
const SHARED = 10
const SITES_FROM = 1_000_000

/** A carrier with a subject of its own. */
function carrierRow(g: Generating, place: DemoPlace, serial: number): { row: TableRow; subject: Subject } {
  const subject = subjectAt(g, place, serial)
  const row = carrierOf(g, place, subject, serial)
  return { row: serial % SHARED === 0 ? { ...row, customerId: '' } : row, subject }
}

export const numbered = (serial: number): string => String(serial).padStart(6, '0')

/** What a platform calls its shops (dictionaries/platform, shopType): persons open none of those of brands. */
const BRAND_SHOPS = [
  ['旗舰店', 5],
  ['专卖店', 2],
  ['专营店', 3],
] as const
const SMALL_SHOPS = [
  ['企业店', 4],
  ['个人店', 5],
  ['专营店', 1],
] as const
const COMPANIES_ONLY = new Set(['天猫', '京东', '唯品会', '苏宁易购', '京东健康', '阿里健康'])

function shopTypeOf(g: Generating, platform: string, { row }: Subject): string {
  const company = row['subjectType'] === keyOf(g.dictionary('subjectType'), '企业')
  if (COMPANIES_ONLY.has(platform)) return g.random.weighted(BRAND_SHOPS)
  return company ? g.random.weighted([...SMALL_SHOPS, ['旗舰店', 2]]) : g.random.weighted(SMALL_SHOPS)
}

/** '云杉大药房（谢家集店）', '青禾食品旗舰店', '谢家集知味农产品店' */
function shopNameOf({ trade, name }: Subject, county: string, shopType: string): string {
  if (trade.trade === '大药房') return `${name}（${county}店）`
  return shopType.endsWith('旗舰店') || shopType === '专卖店' || shopType === '专营店'
    ? `${name}${shopType}`
    : `${county}${name}店`
}

/** A shop has some of its trade's goods, each at a price of its own. */
const goodsOf = ({ random }: Generating, { goods }: Subject['trade'], most: number): TableRow[] =>
  goods
    .filter(() => random.chance(0.7))
    .slice(0, most)
    .map(([name, from, to]) => ({
      name,
      price: random.int(from, to) - 0.1,
      sales: random.skewed(1800) + random.int(0, 40),
    }))

const CLOSED_SHOPS = [
  ['链接失效', 6],
  ['关闭', 3],
  ['被平台处置', 1],
] as const

export function eshopRow(g: Generating, place: DemoPlace, serial: number): TableRow {
  const { random, dictionary } = g
  const { row, subject } = carrierRow(g, place, serial)
  const { trade, brand } = subject
  const platform = random.early(
    trade.platforms.filter(label => dictionary('shopPlatform').some(([, one]) => one === label)),
  )
  const shopType = shopTypeOf(g, platform, subject)
  const goodsList = goodsOf(g, trade, 7)
  const dead = row['isDead'] === 1
  const monthSales = dead ? 0 : goodsList.reduce((sum, { sales }) => sum + Number(sales), 0)
  const turnover = goodsList.reduce((sum, { sales, price }) => sum + Number(sales) * Number(price), 0)
  return {
    ...row,
    uniqueId: `demo-shop-${numbered(serial)}`,
    shopName: shopNameOf(subject, shortName(place.countyName), shopType),
    shopUrl: `https://shop-${numbered(serial)}.example/`,
    platformName: keyOf(dictionary('shopPlatform'), platform),
    platformShopId: String(10_000_000 + ((serial * 7919) % 89_999_999)),
    shopType: keyOf(dictionary('shopType'), shopType),
    shopStatus: dead
      ? likely(g, 'shopStatus', CLOSED_SHOPS)
      : keyOf(dictionary('shopStatus'), random.chance(0.97) ? '正常' : '暂停营业'),
    openTime: daysAgo(g, 950, 2600).slice(0, 10),
    sellerNick: `${brand}${random.pick(['小店', '掌柜', '官方', '客服'])}`,
    goodsCount: random.skewed(300) + goodsList.length,
    monthSales,
    monthAmount: dead ? 0 : Math.round(turnover),
    fansCount: random.skewed(40_000) + random.int(3, 90),
    score: random.int(43, 50) / 10,
    shipAddress: place.fullName,
    returnAddress: place.fullName,
    lastUpdate: daysAgo(g, dead ? 90 : 0, dead ? 300 : 45),
    goodsList,
  }
}

export function websiteRow(g: Generating, place: DemoPlace, serial: number): TableRow {
  const { random } = g
  // shops count from 1: no shop and no site are the same subject by accident
  const { row, subject } = carrierRow(g, place, serial + SITES_FROM)
  const domain = `www.site-${numbered(serial)}.example`
  return {
    ...row,
    uniqueId: `demo-site-${numbered(serial)}`,
    siteName: `${shortName(place.countyName)}${subject.name}${random.chance(0.6) ? '官网' : '网上商城'}`,
    domain,
    siteUrl: `https://${domain}/`,
    icpNo: random.chance(0.8) ? `${place.icp}ICP备${String(serial).padStart(8, '0')}号-1` : '',
    icpHolder: subject.row['subjectName'],
    icpTime: daysAgo(g, 300, 2000).slice(0, 10),
    policeNo: '',
    siteType: likely(g, 'siteType', [
      ['交易网站', 6],
      ['信息网站（企业宣传）', 4],
    ]),
    goodsType: anyKey(g, 'webGoodsType'),
    ecommerceType: anyKey(g, 'ecommerceType'),
    ip: `192.0.2.${random.int(1, 254)}`,
    ipLocation: place.fullName.slice(0, 3),
    title: `${subject.name} - ${subject.trade.goods[0]?.[0] ?? ''}等在线选购`,
    keywords: subject.trade.goods.map(([name]) => name.split(' ')[0]).join(','),
    drugInfoNo: '',
    teleNo: '',
    payMode: random.pick(['在线支付', '在线支付', '货到付款']),
    marked: random.chance(0.3) ? 1 : 0,
  }
}
