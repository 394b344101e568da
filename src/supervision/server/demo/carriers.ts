import { bandOf } from '../../../core/model/field/bands.ts'
import { orgCheckDigit, usccCheckDigit } from '../../../core/model/field/uscc.ts'
import type { DictionaryEntries } from '../../../core/contract/configuration.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import type { DemoPlace } from './places.ts'
import type { Random } from './random.ts'
import { BRANDS, FORMS, GIVEN, LABELS, ROADS, SURNAMES, TRADES } from './words.ts'

export interface Generating {
  random: Random
  now: number
  dictionary(name: string): DictionaryEntries
  /** the bureau that an area's records belong to */
  bureauOf(area: string): string
  customerOf(areaCode: string): string
  /** a department of an area's bureau whose name begins so, where there is one */
  sectionOf(area: string, name: string): string | undefined
}
export interface Subject {
  row: TableRow
  /** brand and trade, for the names of shops and sites */
  name: string
  trade: (typeof TRADES)[number]
}

const DAY = 86_400_000
/** Every so manyth record was found by the platform itself and belongs to no customer. */
const SHARED = 10

/** The key of a label, or of what stands first: dictionaries are configuration, their keys are not known here. */
export const keyOf = (entries: DictionaryEntries, label: string): string =>
  (entries.find(([, text]) => text === label) ?? entries[0])?.[0] ?? ''
export const anyKey = ({ random, dictionary }: Generating, name: string): string => random.early(dictionary(name))[0]
export const daysAgo = ({ random, now }: Generating, from: number, to: number): string =>
  chinaTime(now - (random.int(from * 24, to * 24) * DAY) / 24 - random.int(0, 3599) * 1000)

/** A valid code that nobody has: the organisation part says that it is a sample by its X. */
export function madeUpUscc(prefix: string, county: string, serial: number): string {
  const organisation = 'X' + String(serial).padStart(7, '0')
  const first17 = prefix + county + organisation + orgCheckDigit(organisation)
  return first17 + usccCheckDigit(first17)
}

export function subjectAt(g: Generating, place: DemoPlace, serial: number): Subject {
  const { random } = g
  const trade = random.pick(TRADES)
  const { form, subjectType, prefix } = random.early(FORMS)
  const brand = random.pick(BRANDS)
  const subjectName = `${place.countyName}${brand}${trade.trade}${form}`
  const row = {
    subjectName,
    uscc_dim: madeUpUscc(prefix, place.county, serial),
    subjectType: keyOf(g.dictionary('subjectType'), subjectType),
    legalPerson: random.pick(SURNAMES) + random.pick(GIVEN),
    regAddress: `${place.fullName}${random.pick(ROADS)}${random.int(1, 400)}号`,
    regOrg: `${place.countyName}市场监督管理局`,
    companyStatus: anyKey(g, 'companyStatus'),
    contactPhone: `1380000${String(random.int(0, 9999)).padStart(4, '0')}`,
    jurisdictionOrg: g.bureauOf(place.areaCode),
  }
  return { row, name: `${place.countyName}${brand}${trade.trade}`, trade }
}

function license(g: Generating): TableRow {
  const { random } = g
  const shown = random.chance(0.72)
  const showTypes = g.dictionary('showType').filter(([, label]) => label !== '未亮照')
  return {
    signsLicenses: shown ? 1 : 0,
    showType: shown ? random.early(showTypes)[0] : keyOf(g.dictionary('showType'), '未亮照'),
    permitShown: random.chance(0.6) ? 1 : 0,
    permitNos: '',
    exemptDeclare: random.chance(0.1) ? 1 : 0,
  }
}

function liveness(g: Generating): TableRow {
  const livenessScore = g.random.int(0, 100)
  return { livenessScore, livenessLevel: bandOf(g.dictionary('liveness'), livenessScore) ?? '' }
}

function verification(g: Generating): TableRow {
  const { random } = g
  const auditStatus = anyKey(g, 'auditStatus')
  const unverified = keyOf(g.dictionary('auditStatus'), '未核查')
  const done = auditStatus !== unverified
  return {
    auditStatus,
    websiteProperty: anyKey(g, 'siteProperty'),
    businessType: anyKey(g, 'businessType'),
    isMatching: random.chance(0.85) ? 1 : 0,
    opinion: done ? anyKey(g, 'auditOpinion') : '',
    auditTime: done ? daysAgo(g, 1, 120) : null,
  }
}

/** What all carriers have in common. */
export function carrierOf(g: Generating, place: DemoPlace, subject: Subject): TableRow {
  const { random } = g
  const dead = random.chance(0.05)
  const row = {
    customerId: g.customerOf(place.areaCode),
    areaCode: place.areaCode,
    areaName: '',
    createTime: daysAgo(g, 200, 900),
    updateTime: daysAgo(g, 0, 180),
    delFlag: 0,
    ...subject.row,
    ...license(g),
    ...liveness(g),
    ...verification(g),
    dataSource: anyKey(g, 'dataSource'),
    firstFoundTime: daysAgo(g, 300, 900),
    collectTime: daysAgo(g, 0, 60),
    isDead: dead ? 1 : 0,
    httpStatus: dead ? 404 : 200,
    illegalCount: random.chance(0.25) ? random.int(1, 6) : 0,
    labelNames: random.chance(0.3) ? random.pick(LABELS) : '',
    mainCategory: keyOf(g.dictionary('goodsCategory'), subject.trade.category),
  }
  return dead ? asDead(g, row) : row
}

const FAILURES = 3

/** A dead link, as the monitoring leaves it: three failures on three days. */
export function asDead(g: Generating, row: TableRow): TableRow {
  const seen = row['collectTime']
  return {
    ...row,
    isDead: 1,
    httpStatus: 404,
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
  auditStatus: keyOf(g.dictionary('auditStatus'), '正常'),
})

/** A carrier with a subject of its own. */
export function carrierRow(g: Generating, place: DemoPlace, serial: number): { row: TableRow; subject: Subject } {
  const subject = subjectAt(g, place, serial)
  const row = carrierOf(g, place, subject)
  return { row: serial % SHARED === 0 ? { ...row, customerId: '' } : row, subject }
}
