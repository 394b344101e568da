import type { TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { daysAgo, keyOf, type Generating } from './carriers.ts'
import { permitNumber } from './permits.ts'
import { carrierKind } from '../carriers/carriers.ts'

/** A carrier as others speak of it: its kind, its number and its name. */
export interface Shown {
  kind: string
  key: string
  title: string
  row: TableRow
}

export const shownOf = (
  entities: ReadonlyMap<string, Entity>,
  carriers: ReadonlyMap<string, readonly TableRow[]>,
): Shown[] =>
  [...carriers].flatMap(([name, rows]) => {
    const entity = entities.get(name)
    const kind = entity && carrierKind(entity)
    if (!entity || kind === undefined) return []
    return rows.map(row => ({ kind, key: String(row[entity.key]), title: String(row[entity.title] ?? ''), row }))
  })

const TYPES: Record<string, string> = { 企业: '有限责任公司', 个体工商户: '个体工商户', 农民专业合作社: '合作社' }
const INDUSTRIES: readonly [word: string, industry: string][] = [
  ['农产品', '农、林、牧、渔业'],
  ['图书', '文化、体育和娱乐业'],
  ['大药房', '批发和零售业'],
]

const labelOf = (g: Generating, dictionary: string, key: unknown): string =>
  g.dictionary(dictionary).find(([one]) => one === key)?.[1] ?? ''
const day = (g: Generating, from: number, to: number): string => daysAgo(g, from, to).slice(0, 10)

function permits(g: Generating, county: string, serial: number): object[] {
  return Array.from({ length: g.random.int(0, 2) }, (_, i) => ({
    kind: g.random.pick(g.dictionary('permitType'))[0],
    no: permitNumber(county, serial * 2 + i),
    validTo: day(g, -1500, 200),
    state: g.random.early(g.dictionary('permitState'))[0],
  }))
}

const punishments = (g: Generating, serial: number): object[] =>
  g.random.chance(0.12)
    ? [
        {
          docNo: `样例市监罚〔2025〕${serial}号`,
          cause: '样例：未公示营业执照信息',
          result: '警告，罚款 500 元',
          decideDate: day(g, 20, 600),
        },
      ]
    : []

function entry(g: Generating, carriers: readonly Shown[], serial: number): TableRow {
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
    regCapital: g.random.int(1, 100) * 10,
    currency: '人民币',
    estDate,
    apprDate: day(g, 30, 700),
    opFrom: estDate,
    opTo: null,
    regOrg: row['regOrg'],
    regState: row['companyStatus'],
    industry: keyOf(g.dictionary('industry'), industry),
    scope: `样例：${name}的一般经营项目；许可项目以许可证为准。`,
    address,
    bizAddress: address,
    phone: row['contactPhone'],
    abnormal: g.random.chance(0.06) ? 1 : 0,
    serious: g.random.chance(0.01) ? 1 : 0,
    annualYear: String(g.random.int(2023, 2025)),
    netCount: carriers.length,
    netKinds: kinds.join(','),
    permits: permits(g, String(row['areaCode']).slice(0, 6), serial),
    punishments: punishments(g, serial),
    customerId: row['customerId'],
    areaCode: row['areaCode'],
    createTime: row['createTime'],
    updateTime: daysAgo(g, 0, 180),
    delFlag: 0,
  }
}

/** Every subject of a carrier that has a code is registered once, where its first carrier stands. */
export function registerRows(g: Generating, carriers: readonly Shown[]): TableRow[] {
  const subjects = new Map<string, Shown[]>()
  for (const carrier of carriers.filter(({ row }) => row['uscc_dim'])) {
    const code = String(carrier.row['uscc_dim'])
    const known = subjects.get(code)
    if (known) known.push(carrier)
    else subjects.set(code, [carrier])
  }
  return [...subjects.values()].map((list, i) => entry(g, list, i + 1))
}
