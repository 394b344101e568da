import type { TableRow } from '../../../server/db/database.ts'
import { anyKey, carrierRow, daysAgo, type Generating } from './carriers.ts'
import type { DemoPlace } from './places.ts'

const SITES_FROM = 1_000_000

export const numbered = (serial: number): string => String(serial).padStart(6, '0')

export function eshopRow(g: Generating, place: DemoPlace, serial: number): TableRow {
  const { random, dictionary } = g
  const { row, subject } = carrierRow(g, place, serial)
  const platform = random.early(dictionary('platform'))
  const shopType = random.early(dictionary('shopType'))
  const monthSales = random.skewed(20_000)
  const goodsList = subject.trade.goods.map(name => ({
    name,
    price: random.int(900, 29_900) / 100,
    sales: random.skewed(3000),
  }))
  return {
    ...row,
    uniqueId: `demo-shop-${numbered(serial)}`,
    shopName: `${subject.name}${shopType[1]}`,
    shopUrl: `https://shop-${numbered(serial)}.example/`,
    platformName: platform[0],
    platformShopId: `S${numbered(serial)}`,
    shopType: shopType[0],
    shopStatus: anyKey(g, 'shopStatus'),
    openTime: daysAgo(g, 400, 2500).slice(0, 10),
    sellerNick: `${subject.name.slice(-6)}掌柜`,
    goodsCount: random.skewed(800) + 3,
    monthSales,
    monthAmount: monthSales * random.int(9, 120),
    fansCount: random.skewed(50_000),
    score: random.int(35, 50) / 10,
    shipAddress: place.fullName,
    returnAddress: place.fullName,
    lastUpdate: daysAgo(g, 0, 90),
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
    siteName: `${subject.name}官网`,
    domain,
    siteUrl: `https://${domain}/`,
    icpNo: random.chance(0.8) ? `${place.icp}ICP备${String(serial).padStart(8, '0')}号-1` : '',
    icpHolder: subject.row['subjectName'],
    icpTime: daysAgo(g, 300, 2000).slice(0, 10),
    policeNo: '',
    siteType: anyKey(g, 'siteType'),
    goodsType: anyKey(g, 'webGoodsType'),
    ecommerceType: anyKey(g, 'ecommerceType'),
    ip: `192.0.2.${random.int(1, 254)}`,
    ipLocation: place.fullName.slice(0, 3),
    title: `${subject.name}—样例网站`,
    keywords: subject.trade.goods.join(','),
    drugInfoNo: '',
    teleNo: '',
    payMode: random.pick(['在线支付', '货到付款', '']),
    marked: random.chance(0.3) ? 1 : 0,
  }
}
