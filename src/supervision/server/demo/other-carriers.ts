import type { TableRow } from '../../../server/db/database.ts'
import { anyKey, asAlive, asDead, carrierOf, daysAgo, likely } from './carriers.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import { liveBroadcast, moveOnlineRetailers } from './live-carriers.ts'
import { category, type Make, type Making } from './making.ts'
import { shortName } from './subjects.ts'
import { permitNumber, permitOf } from './permits.ts'
import { numbered } from './records.ts'

const filing = ({ g, place, serial }: Making, end: string): string =>
  g.random.chance(0.8) ? `${place.icp}ICP备${String(serial).padStart(8, '0')}号-1${end}` : ''
const day = (g: Generating, from: number, to: number): string => daysAgo(g, from, to).slice(0, 10)
const flag = (g: Generating, probability: number): number => (g.random.chance(probability) ? 1 : 0)

const MALLS = ['优选', '到家', '集市', '生活', '商城']
const PLATFORM_KINDS = [
  ['生活服务（外卖/团购/出行）', 5],
  ['综合电商', 2],
  ['农产品电商', 3],
  ['垂直行业', 2],
] as const
const REPORTED = [
  ['已报送', 84],
  ['未报送', 8],
  ['逾期', 6],
  ['退回重报', 2],
] as const

const platform: Make = making => {
  const { g, serial, subject } = making
  const shopTotal = g.random.skewed(2400) + 20
  const address = `https://mall-${numbered(serial)}.example/`
  return {
    uniqueId: `demo-mall-${numbered(serial)}`,
    platformName: `${shortName(making.place.countyName)}${subject.brand}${g.random.pick(MALLS)}`,
    platformUrl: address,
    platformForm: anyKey(g, 'platformForm'),
    platformKind: likely(g, 'platformKind', PLATFORM_KINDS),
    operateMode: anyKey(g, 'webPlatFormType'),
    goodsType: anyKey(g, 'webGoodsType'),
    icpNo: filing(making, ''),
    teleNo: permitOf('增值电信业务许可', making.place.icp, making.place.county, serial),
    onlineTime: day(g, 500, 3000),
    shopTotal,
    localShopTotal: Math.ceil((shopTotal * g.random.int(5, 60)) / 100),
    annualAmount: shopTotal * g.random.int(3, 40),
    ruleUrl: `${address}rules`,
    ruleShown: flag(g, 0.8),
    selfMark: flag(g, 0.6),
    commentOpen: flag(g, 0.9),
    reportState: likely(g, 'reportState', REPORTED),
    contactDept: '合规部',
  }
}

/** Many who sell within platforms are persons whom the law spares the registration. */
function natural({ g, serial, subject: { row } }: Making): TableRow {
  if (serial % 4 !== 3) return {}
  const name = row['legalPerson']
  const kind = keyOf(g.dictionary('subjectType'), '自然人（免登记）')
  return {
    operatorName: name,
    subjectName: name,
    operatorKind: kind,
    subjectType: kind,
    exemptKind: keyOf(g.dictionary('exemptKind'), '零星小额'),
    uscc_dim: '',
    regOrg: '',
    exemptDeclare: 1,
    signsLicenses: 0,
    permitKind: '',
    permitNo: '',
  }
}

/** '2026-05-04 …' → '2026-Q2' */
const batchAt = (time: string): string => `${time.slice(0, 4)}-Q${Math.ceil(Number(time.slice(5, 7)) / 3)}`

const inPlatform: Make = making => {
  const { g, place, serial, subject, platforms } = making
  const near = platforms.filter(({ areaCode }) => String(areaCode).slice(0, 2) === place.areaCode.slice(0, 2))
  const reported = daysAgo(g, 10, 300)
  const { permit } = subject.trade
  return {
    uniqueId: `demo-operator-${numbered(serial)}`,
    operatorName: subject.row['subjectName'],
    platformId: g.random.pick(near.length > 0 ? near : platforms)['uniqueId'],
    shopName: `${shortName(place.countyName)}${subject.name}店`,
    shopUrl: `https://store-${numbered(serial)}.example/`,
    operatorKind: subject.row['subjectType'],
    exemptKind: '',
    joinTime: day(g, 60, 1500),
    category: category(making),
    permitKind: permit === undefined ? '' : keyOf(g.dictionary('permitType'), permit),
    permitNo: permit === undefined ? '' : permitOf(permit, place.icp, place.county, serial),
    reportBatch: batchAt(reported),
    reportTime: reported,
    ...natural(making),
  }
}

const PERMITS = [
  ['有效', 90],
  ['即将到期（≤90天）', 5],
  ['过期', 4],
  ['注销', 1],
] as const
/** Days from now on which a permit in that state ends. */
const ENDS: Readonly<Record<string, readonly [number, number]>> = {
  有效: [-1700, -100],
  '即将到期（≤90天）': [-85, -3],
  过期: [5, 160],
  注销: [5, 300],
}
const DELIVERERS = [
  ['美团', 52],
  ['饿了么', 36],
  ['京东秒送', 10],
  ['口碑', 2],
] as const
const GRADES = [
  ['良好', 50],
  ['优秀', 25],
  ['一般', 18],
  ['未评定', 7],
] as const

const cater: Make = making => {
  const { g, place, serial, subject } = making
  const state = g.random.weighted(PERMITS)
  return {
    uniqueId: `demo-cater-${numbered(serial)}`,
    shopName: `${subject.name}（${shortName(place.countyName)}店）`,
    platformName: likely(g, 'takeoutPlatform', DELIVERERS),
    shopUrl: `https://takeout-${numbered(serial)}.example/`,
    bizAddress: subject.row['regAddress'],
    permitNo: permitNumber(place.county, serial),
    permitHolder: subject.row['subjectName'],
    permitEnd: day(g, ...(ENDS[state] ?? [-900, -100])),
    permitState: keyOf(g.dictionary('permitState'), state),
    bizForm: keyOf(g.dictionary('foodForm'), '餐饮服务经营者'),
    bizItems: '热食类食品制售、自制饮品制售',
    gradeLevel: likely(g, 'foodGrade', GRADES),
    dishCount: g.random.int(8, 120),
    monthSales: g.random.skewed(5000) + g.random.int(20, 400),
    score: g.random.int(41, 50) / 10,
    hasStore: flag(g, 0.94),
    kitchenLive: flag(g, 0.4),
  }
}

const wechat: Make = making => {
  const { g, serial, subject } = making
  const [certified, hasMall] = [flag(g, 0.7), flag(g, 0.5)]
  return {
    uniqueId: `demo-wechat-${numbered(serial)}`,
    accountName: `${shortName(making.place.countyName)}${subject.name}`,
    wechatNo: `sample_${numbered(serial)}`,
    originalId: `gh_sample${numbered(serial)}`,
    accountType: likely(g, 'wechatType', [
      ['服务号', 5],
      ['订阅号', 4],
      ['视频号', 1],
    ]),
    certified,
    certSubject: certified ? subject.row['subjectName'] : '',
    intro: `${subject.name}官方账号，提供新品资讯、${subject.trade.goods[0]?.[0].split(' ')[0] ?? ''}等商品导购和售后服务。`,
    openTime: day(g, 300, 2500),
    articleCount: g.random.skewed(60),
    lastArticle: daysAgo(g, 0, 120),
    hasMall,
    mallUrl: hasMall ? `https://wx-${numbered(serial)}.example/` : '',
    category: category(making),
  }
}

const app: Make = making => {
  const { g, serial, subject } = making
  const name = `app-${numbered(serial)}`
  return {
    uniqueId: `demo-${name}`,
    appName: `${subject.brand}${g.random.pick(['优选', '到家', '健康', '商城'])}`,
    packageName: `example.sample.a${numbered(serial)}`,
    appStore: anyKey(g, 'appStore'),
    downloadUrl: `https://${name}.example/download`,
    developer: subject.row['subjectName'],
    version: `${g.random.int(1, 6)}.${g.random.int(0, 20)}.${g.random.int(0, 9)}`,
    updateDate: day(g, 5, 400),
    installs: g.random.skewed(90_000) + g.random.int(100, 900),
    category: category(making),
    icpNo: filing(making, 'A'),
    privacyUrl: `https://${name}.example/privacy`,
    isTrade: flag(g, 0.75),
  }
}

const miniProgram: Make = making => {
  const { g, serial, subject } = making
  return {
    uniqueId: `demo-applet-${numbered(serial)}`,
    appletName: `${shortName(making.place.countyName)}${subject.name}${g.random.pick(['商城', '', '优选'])}`,
    host: likely(g, 'appletHost', [
      ['微信', 80],
      ['支付宝', 11],
      ['抖音', 7],
      ['美团', 2],
    ]),
    appId: `wxsample${numbered(serial)}`,
    certSubject: subject.row['subjectName'],
    icpNo: filing(making, 'X'),
    category: `商家自营-${subject.trade.category}`,
    goodsCategory: category(making),
    openTime: day(g, 100, 1800),
    goodsCount: g.random.skewed(500) + 2,
    minPage: 'pages/index/index',
    isTrade: flag(g, 0.8),
  }
}

const MAKERS = { platform, inPlatform, cater, wechat, app, miniProgram, liveBroadcast, moveOnlineRetailers }
export type OtherCarrier = keyof typeof MAKERS
export const OTHER_CARRIERS = Object.keys(MAKERS) as OtherCarrier[]

/** `state`: whether it must be one that answers, or one that does not; left out, as it comes. */
export function otherCarrier(entity: OtherCarrier, making: Making, state?: 'alive' | 'dead'): TableRow {
  const { g, place, subject } = making
  const shared = { ...carrierOf(g, place, subject, making.serial), jurisdictionOrg: g.bureauOf(place.areaCode) }
  const standing = state === 'dead' ? asDead(g, shared) : state === 'alive' ? asAlive(g, shared) : shared
  return { ...standing, ...MAKERS[entity](making) }
}
