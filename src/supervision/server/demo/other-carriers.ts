import type { TableRow } from '../../../server/db/database.ts'
import { anyKey, asAlive, asDead, carrierOf, daysAgo, keyOf, type Generating, type Subject } from './carriers.ts'
import { permitNumber } from './permits.ts'
import type { DemoPlace } from './places.ts'
import { numbered } from './records.ts'

/** One made-up carrier: whose it is was chosen before. */
export interface Making {
  g: Generating
  place: DemoPlace
  serial: number
  subject: Subject
  platforms: readonly TableRow[]
}
type Make = (making: Making) => TableRow

const category = ({ g, subject }: Making): string => keyOf(g.dictionary('goodsCategory'), subject.trade.category)
const filing = ({ g, place, serial }: Making, end: string): string =>
  g.random.chance(0.8) ? `${place.icp}ICP备${String(serial).padStart(8, '0')}号-1${end}` : ''
const day = (g: Generating, from: number, to: number): string => daysAgo(g, from, to).slice(0, 10)
const flag = (g: Generating, probability: number): number => (g.random.chance(probability) ? 1 : 0)

const platform: Make = making => {
  const { g, serial, subject } = making
  const shopTotal = g.random.skewed(4000) + 20
  const address = `https://mall-${numbered(serial)}.example/`
  return {
    uniqueId: `demo-mall-${numbered(serial)}`,
    platformName: `${subject.name}商城`,
    platformUrl: address,
    platformForm: anyKey(g, 'platformForm'),
    platformKind: anyKey(g, 'platformKind'),
    operateMode: anyKey(g, 'webPlatFormType'),
    goodsType: anyKey(g, 'webGoodsType'),
    icpNo: filing(making, ''),
    teleNo: '',
    onlineTime: day(g, 500, 3000),
    shopTotal,
    localShopTotal: Math.ceil((shopTotal * g.random.int(5, 60)) / 100),
    annualAmount: shopTotal * g.random.int(3, 40),
    ruleUrl: `${address}rules`,
    ruleShown: flag(g, 0.8),
    selfMark: flag(g, 0.6),
    commentOpen: flag(g, 0.9),
    reportState: anyKey(g, 'reportState'),
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

const inPlatform: Make = making => {
  const { g, place, serial, subject, platforms } = making
  const near = platforms.filter(({ areaCode }) => String(areaCode).slice(0, 2) === place.areaCode.slice(0, 2))
  const reported = g.random.int(1, 4)
  return {
    uniqueId: `demo-operator-${numbered(serial)}`,
    operatorName: subject.row['subjectName'],
    platformId: g.random.pick(near.length > 0 ? near : platforms)['uniqueId'],
    shopName: `${subject.name}平台店`,
    shopUrl: `https://store-${numbered(serial)}.example/`,
    operatorKind: subject.row['subjectType'],
    exemptKind: '',
    joinTime: day(g, 60, 1500),
    category: category(making),
    permitKind: anyKey(g, 'permitType'),
    permitNo: permitNumber(place.county, serial),
    reportBatch: `2025-Q${reported}`,
    reportTime: daysAgo(g, 10, 300),
    ...natural(making),
  }
}

const cater: Make = making => {
  const { g, place, serial, subject } = making
  const state = anyKey(g, 'permitState')
  const ended = state === keyOf(g.dictionary('permitState'), '过期')
  return {
    uniqueId: `demo-cater-${numbered(serial)}`,
    shopName: `${subject.name.replace(subject.trade.trade, '小吃')}店`,
    platformName: anyKey(g, 'takeoutPlatform'),
    shopUrl: `https://takeout-${numbered(serial)}.example/`,
    bizAddress: subject.row['regAddress'],
    permitNo: permitNumber(place.county, serial),
    permitHolder: subject.row['subjectName'],
    permitEnd: ended ? day(g, 5, 200) : day(g, -1500, -100),
    permitState: state,
    bizForm: keyOf(g.dictionary('foodForm'), '餐饮服务经营者'),
    bizItems: '热食类食品制售、自制饮品制售',
    gradeLevel: anyKey(g, 'foodGrade'),
    dishCount: g.random.int(8, 120),
    monthSales: g.random.skewed(6000),
    score: g.random.int(35, 50) / 10,
    hasStore: flag(g, 0.85),
    kitchenLive: flag(g, 0.4),
  }
}

const wechat: Make = making => {
  const { g, serial, subject } = making
  const [certified, hasMall] = [flag(g, 0.7), flag(g, 0.5)]
  return {
    uniqueId: `demo-wechat-${numbered(serial)}`,
    accountName: `${subject.name}公众号`,
    wechatNo: `sample_${numbered(serial)}`,
    originalId: `gh_sample${numbered(serial)}`,
    accountType: anyKey(g, 'wechatType'),
    certified,
    certSubject: certified ? subject.row['subjectName'] : '',
    intro: `${subject.name}的样例公众号，介绍${subject.trade.goods.join('、')}。`,
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
    appName: `${subject.name}App`,
    packageName: `example.sample.a${numbered(serial)}`,
    appStore: anyKey(g, 'appStore'),
    downloadUrl: `https://${name}.example/download`,
    developer: subject.row['subjectName'],
    version: `${g.random.int(1, 6)}.${g.random.int(0, 20)}.${g.random.int(0, 9)}`,
    updateDate: day(g, 5, 400),
    installs: g.random.skewed(900_000),
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
    appletName: `${subject.name}小程序`,
    host: anyKey(g, 'appletHost'),
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

const MAKERS = { platform, inPlatform, cater, wechat, app, miniProgram }
export type OtherCarrier = keyof typeof MAKERS
export const OTHER_CARRIERS = Object.keys(MAKERS) as OtherCarrier[]

/** `state`: whether it must be one that answers, or one that does not; left out, as it comes. */
export function otherCarrier(entity: OtherCarrier, making: Making, state?: 'alive' | 'dead'): TableRow {
  const { g, place, subject } = making
  const shared = { ...carrierOf(g, place, subject), jurisdictionOrg: g.bureauOf(place.areaCode) }
  const standing = state === 'dead' ? asDead(g, shared) : state === 'alive' ? asAlive(g, shared) : shared
  return { ...standing, ...MAKERS[entity](making) }
}
