import type { TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { daysAgo } from './carriers.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import { permitOf } from './permits.ts'
import { CATERING, KITCHENS, TRADES } from './trades.ts'
import { carrierAddress, carrierKind } from '../carriers/carriers.ts'

/** A carrier as others speak of it: its kind, its number and its name. */
export interface Shown {
  kind: string
  key: string
  title: string
  row: TableRow
  /** where it is found on the net */
  url?: string
}

export const shownOf = (
  entities: ReadonlyMap<string, Entity>,
  carriers: ReadonlyMap<string, readonly TableRow[]>,
): Shown[] =>
  [...carriers].flatMap(([name, rows]) => {
    const entity = entities.get(name)
    const kind = entity && carrierKind(entity)
    if (!entity || kind === undefined) return []
    return rows.map(row => {
      const url = String(carrierAddress(entity, row) ?? '')
      return {
        kind,
        key: String(row[entity.key]),
        title: String(row[entity.title] ?? ''),
        row,
        ...(url ? { url } : {}),
      }
    })
  })

const TYPES: Record<string, string> = { 企业: '有限责任公司', 个体工商户: '个体工商户', 农民专业合作社: '合作社' }
const INDUSTRIES: readonly [word: string, industry: string][] = [
  ['农产品', '农、林、牧、渔业'],
  ['图书', '文化、体育和娱乐业'],
  ['网络科技', '信息传输、软件和信息技术服务业'],
  ...KITCHENS.map((kitchen): [string, string] => [kitchen, '住宿和餐饮业']),
]
const PURPOSES: Readonly<Record<string, string>> = {
  大药房: '药品零售；第二类医疗器械销售；保健食品（预包装）销售；消毒剂销售（不含危险化学品）。',
  医疗器械: '第二类医疗器械销售；第一类医疗器械销售；医护人员防护用品零售。',
  化妆品: '化妆品零售；日用百货销售；互联网销售（除销售需要许可的商品）。',
  保健食品: '保健食品（预包装）销售；食品互联网销售（仅销售预包装食品）。',
  食品: '食品互联网销售（仅销售预包装食品）；茶叶、酒类零售。',
  农产品: '食用农产品零售、初加工；农产品的生产、销售、运输。',
  服饰: '服装服饰、鞋帽、箱包零售；互联网销售（除销售需要许可的商品）。',
  电器: '家用电器销售、安装与维修。',
  数码: '电子产品、通讯设备零售；计算机软硬件及辅助设备零售。',
  家居: '家居用品、日用品、厨具卫具零售。',
  母婴: '母婴用品、玩具销售；婴幼儿配方乳粉及其他婴幼儿配方食品销售。',
  图书: '出版物零售；文具用品零售。',
  网络科技: '互联网信息服务；网络技术服务；软件开发；广告发布。',
}
const LICENSED = '（依法须经批准的项目，经相关部门批准后方可开展经营活动）'
const purposeOf = (name: string): string =>
  (Object.entries(PURPOSES).find(([trade]) => name.includes(trade))?.[1] ?? '餐饮服务；外卖递送服务。') + LICENSED

const labelOf = (g: Generating, dictionary: string, key: unknown): string =>
  g.dictionary(dictionary).find(([one]) => one === key)?.[1] ?? ''
const day = (g: Generating, from: number, to: number): string => daysAgo(g, from, to).slice(0, 10)

/** The permits of what it sells, where selling it needs one. */
function permits(g: Generating, { row }: Shown, icp: string, serial: number): object[] {
  const category = labelOf(g, 'goodsCategory', row['mainCategory'])
  const kind = [...TRADES, CATERING].find(one => one.category === category)?.permit
  if (kind === undefined) return []
  const ended = g.random.chance(0.05)
  return [
    {
      kind: keyOf(g.dictionary('permitType'), kind),
      no: String(row['permitNo'] ?? '') || permitOf(kind, icp, String(row['areaCode']).slice(0, 6), serial),
      validTo: ended ? day(g, 10, 200) : day(g, -1500, -120),
      state: keyOf(g.dictionary('permitState'), ended ? '过期' : '有效'),
    },
  ]
}

const CAUSES: readonly (readonly [cause: string, result: string])[] = [
  ['未在首页显著位置公示营业执照信息', '责令限期改正，罚款 1000 元'],
  ['发布含有绝对化用语的广告', '责令停止发布，罚款 5000 元'],
  ['销售标签不符合规定的预包装食品', '没收违法所得，罚款 5000 元'],
  ['未明码标价', '警告，罚款 500 元'],
]

function punishments(g: Generating, serial: number): object[] {
  if (!g.random.chance(0.05)) return []
  const [cause, result] = g.random.pick(CAUSES)
  const decideDate = day(g, 20, 600)
  return [{ docNo: `样例市监罚〔${decideDate.slice(0, 4)}〕${serial % 400}号`, cause, result, decideDate }]
}

function entry(g: Generating, carriers: readonly Shown[], serial: number, icpOf: (area: string) => string): TableRow {
  const row = carriers[0]?.row ?? {}
  const name = String(row['subjectName'])
  const kinds = [...new Set(carriers.map(({ kind }) => kind))].sort((a, b) => Number(a) - Number(b))
  const industry = INDUSTRIES.find(([word]) => name.includes(word))?.[1] ?? '批发和零售业'
  const [estDate, address] = [day(g, 700, 6000), row['regAddress']]
  return {
    uscc_dim: row['uscc_dim'],
    entName: name,
    subjectType: row['subjectType'],
    regNo: String(row['uscc_dim']).slice(2, 8) + String(serial).padStart(9, '0'),
    entType: keyOf(g.dictionary('entType'), TYPES[labelOf(g, 'subjectType', row['subjectType'])] ?? '有限责任公司'),
    legalPerson: row['legalPerson'],
    regCapital: g.random.pick([10, 20, 30, 50, 50, 100, 100, 200, 300, 500, 1000]),
    currency: '人民币',
    estDate,
    apprDate: day(g, 30, 700),
    opFrom: estDate,
    opTo: null,
    regOrg: row['regOrg'],
    regState: row['companyStatus'],
    industry: keyOf(g.dictionary('industry'), industry),
    scope: purposeOf(name),
    address,
    bizAddress: address,
    phone: row['contactPhone'],
    abnormal: g.random.chance(0.03) ? 1 : 0,
    serious: g.random.chance(0.004) ? 1 : 0,
    annualYear: String(new Date(g.now).getUTCFullYear() - (g.random.chance(0.93) ? 1 : 2)),
    netCount: carriers.length,
    netKinds: kinds.join(','),
    permits: carriers[0] ? permits(g, carriers[0], icpOf(String(row['areaCode'])), serial) : [],
    punishments: punishments(g, serial),
    customerId: row['customerId'],
    areaCode: row['areaCode'],
    createTime: row['createTime'],
    updateTime: daysAgo(g, 0, 180),
    delFlag: 0,
  }
}

/** Every subject of a carrier that has a code is registered once, where its first carrier stands. */
export function registerRows(g: Generating, carriers: readonly Shown[], icpOf: (area: string) => string): TableRow[] {
  const subjects = new Map<string, Shown[]>()
  for (const carrier of carriers.filter(({ row }) => row['uscc_dim'])) {
    const code = String(carrier.row['uscc_dim'])
    const known = subjects.get(code)
    if (known) known.push(carrier)
    else subjects.set(code, [carrier])
  }
  return [...subjects.values()].map((list, i) => entry(g, list, i + 1, icpOf))
}
