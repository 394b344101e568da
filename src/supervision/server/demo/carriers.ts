import { calendarFrom, type Calendar } from '../../../core/workflow/working-days.ts'
import { bandOf } from '../../../core/model/field/bands.ts'
import { orgCheckDigit, usccCheckDigit } from '../../../core/model/field/uscc.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { DemoPlace } from './places.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import { permitOf } from './permits.ts'
import type { Subject } from './trades.ts'

const DAY = 86_400_000

export const anyKey = ({ random, dictionary }: Generating, name: string): string => random.early(dictionary(name))[0]
export const daysAgo = ({ random, now }: Generating, from: number, to: number): string =>
  chinaTime(now - (random.int(from * 24, to * 24) * DAY) / 24 - random.int(0, 3599) * 1000)

/** days back to Friday, from Sunday on */
const WEEKEND = [2, 0, 0, 0, 0, 0, 1]

/** A moment in office hours of a weekday: what people have done. */
export function workedAgo(g: Generating, from: number, to: number): string {
  const time = daysAgo(g, from, to)
  const at = Date.parse(`${time.slice(0, 10)}T00:00:00Z`)
  const day = new Date(at - (WEEKEND[new Date(at).getUTCDay()] ?? 0) * DAY).toISOString().slice(0, 10)
  return `${day} ${String(9 + (Number(time.slice(11, 13)) % 8)).padStart(2, '0')}${time.slice(13)}`
}

/** A valid code that nobody has: the organisation part says that it is a sample by its X. */
export function madeUpUscc(prefix: string, county: string, serial: number): string {
  const organisation = 'X' + String(serial).padStart(7, '0')
  const first17 = prefix + county + organisation + orgCheckDigit(organisation)
  return first17 + usccCheckDigit(first17)
}

/** A dictionary's key by how often its labels are. */
export const likely = (
  g: Generating,
  name: string,
  weights: readonly (readonly [label: string, weight: number])[],
): string => keyOf(g.dictionary(name), g.random.weighted(weights))

const SHOWN_BY = [
  ['营业执照图片', 50],
  ['电子营业执照链接', 28],
  ['电子标识', 12],
  ['文字公示', 10],
] as const

/** Most show their licence, and those who need a permit mostly that, too. */
function license(g: Generating, place: DemoPlace, { trade }: Subject, serial: number): TableRow {
  const { random } = g
  const shown = random.chance(0.86)
  const permitted = trade.permit !== undefined && random.chance(0.88)
  return {
    signsLicenses: shown ? 1 : 0,
    showType: shown ? likely(g, 'showType', SHOWN_BY) : keyOf(g.dictionary('showType'), '未亮照'),
    permitShown: permitted ? 1 : 0,
    permitNos: permitted ? permitOf(trade.permit ?? '', place.icp, place.county, serial) : '',
    exemptDeclare: 0,
  }
}

/** Most sell every week; a dead link does nothing. */
function liveness(g: Generating, dead: boolean): TableRow {
  const livenessScore = dead ? g.random.int(0, 15) : Math.round((g.random.int(15, 100) + g.random.int(30, 100)) / 2)
  return { livenessScore, livenessLevel: bandOf(g.dictionary('liveness'), livenessScore) ?? '' }
}

const AUDITS = [
  ['正常', 76],
  ['未核查', 18],
  ['待复查', 6],
] as const
/** What was found, by the state that it led to (dictionaries/auditStatus, auditOpinion). */
const OPINIONS: Readonly<Record<string, string>> = {
  正常: '核查通过。',
  待复查: '经核查，该网站（网店）有部分信息暂无法核实，拟作进一步调查。',
}

/** Verified by somebody of its own unit since it was found, with an opinion that says the same. */
function verification(g: Generating, org: unknown, found: number): TableRow {
  const { random } = g
  const label = random.weighted(AUDITS)
  const done = label !== '未核查'
  return {
    auditStatus: keyOf(g.dictionary('auditStatus'), label),
    websiteProperty: keyOf(g.dictionary('siteProperty'), random.chance(0.9) ? '经营性' : '非经营性'),
    businessType: anyKey(g, 'businessType'),
    isMatching: done ? (label === '正常' || random.chance(0.4) ? 1 : 0) : null,
    opinion: done ? keyOf(g.dictionary('auditOpinion'), OPINIONS[label] ?? '') : '',
    auditBy: done ? g.officerOf(String(org)) : null,
    auditTime: done ? workedAgo(g, 2, Math.max(2, Math.min(160, found - FRESH))) : null,
  }
}

const SOURCES = [
  ['系统采集', 62],
  ['平台报送', 14],
  ['企业年报', 9],
  ['人工录入', 6],
  ['部门共享', 4],
  ['12315', 3],
  ['亮照申请', 1],
  ['上级下发', 1],
] as const

/** Whoever was found so few days ago waits to be verified. */
const FRESH = 8
/**
 * Of five four were taken over when the monitoring began, two years ago; the others came with the seasons, so that a
 * region grows by about an eighth a year.
 */
const SINCE_THEN = 5
const BEGAN = [765, 930] as const
const EARLIEST = 2
const MOST = 860

function foundAgo({ random, seasons }: Generating): number {
  const n = random.int(0, MOST)
  const [from, to] = BEGAN
  const share = (n * SINCE_THEN) / (MOST + 1)
  return share < 1 ? Math.max(EARLIEST, seasons.ago(share)) : from + (n % (to - from))
}

/** What all carriers have in common. What is known of clues comes when there are any. */
export function carrierOf(g: Generating, place: DemoPlace, subject: Subject, serial = 0): TableRow {
  const { random } = g
  const dead = random.chance(0.04)
  const found = foundAgo(g)
  const entered = Math.max(1, found - 1)
  const row = {
    customerId: g.customerOf(place.areaCode),
    areaCode: place.areaCode,
    areaName: '',
    createTime: daysAgo(g, Math.max(1, found - 5), entered),
    updateTime: daysAgo(g, 0, Math.max(0, Math.min(180, found - 6))),
    delFlag: 0,
    ...subject.row,
    ...license(g, place, subject, serial),
    ...liveness(g, dead),
    ...verification(g, subject.row['jurisdictionOrg'], found),
    ...(found < FRESH ? unverified(g) : {}),
    dataSource: likely(g, 'dataSource', SOURCES),
    firstFoundTime: daysAgo(g, found, found),
    collectTime: daysAgo(g, 0, Math.min(dead ? 60 : 9, entered)),
    isDead: dead ? 1 : 0,
    httpStatus: dead ? 404 : 200,
    illegalCount: 0,
    labelNames: '',
    mainCategory: keyOf(g.dictionary('goodsCategory'), subject.trade.category),
  }
  return dead ? asDead(g, row) : row
}

const FAILURES = 3
const unverified = (g: Generating): TableRow => ({
  auditStatus: keyOf(g.dictionary('auditStatus'), '未核查'),
  isMatching: null,
  opinion: null,
  auditBy: null,
  auditTime: null,
})

/** A dead link, as the monitoring leaves it: three failures on three days. */
export function asDead(g: Generating, row: TableRow): TableRow {
  const seen = row['collectTime']
  return {
    ...row,
    ...liveness(g, true),
    isDead: 1,
    httpStatus: 404,
    ...unverified(g),
    failCount: FAILURES,
    firstFail: seen,
    deadTime: seen,
    deadReason: keyOf(g.dictionary('deadReason'), '网页无法打开'),
  }
}

/** One that is in no dead library: every list has it. */
export const asAlive = (g: Generating, row: TableRow): TableRow => ({
  ...row,
  isDead: 0,
  httpStatus: 200,
  failCount: null,
  firstFail: null,
  deadTime: null,
  deadReason: null,
  ...liveness(g, false),
  auditStatus: keyOf(g.dictionary('auditStatus'), '正常'),
  opinion: keyOf(g.dictionary('auditOpinion'), '核查通过。'),
  isMatching: 1,
  auditBy: g.officerOf(String(row['jurisdictionOrg'])),
  auditTime: workedAgo(g, 2, 160),
})

/** The days that are worked, as the dictionaries say. */
export const workingDays = (g: Generating): Calendar => calendarFrom(name => g.dictionary(name))
