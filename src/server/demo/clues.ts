import type { TableRow } from '../db/database.ts'
import { chinaTime } from '../db/time.ts'
import { anyKey, daysAgo, keyOf, type Generating } from './carriers.ts'

/** A made-up clue stands on a made-up shop or website. */
export interface Carrier { kind: '网店' | '网站'; row: TableRow }

const DAY = 86_400_000
const LIMIT_DAYS = 21
const CLOSED = new Set(['已办结', '已立案', '已撤销', '已归档'])
const WORDS = ['最佳疗效', '国家级', '特供', '根治', '零风险', '无证经营', '假一赔十', '先涨后降']

const carrierName = ({ kind, row }: Carrier): string => String(row[kind === '网店' ? 'shopName' : 'siteName'])
const carrierUrl = ({ kind, row }: Carrier): string => String(row[kind === '网店' ? 'shopUrl' : 'siteUrl'])

/** Every state gets its share, in turn, so that no counter and no button stays empty. */
function stateAt(g: Generating, serial: number): { key: string; closed: boolean } {
  const states = g.dictionary('workflow/clue')
  const [key = '', label = ''] = states[serial % states.length] ?? []
  return { key, closed: CLOSED.has(label) }
}

function times(g: Generating, closed: boolean): { foundTime: string; limitTime: string; overdue: number; updateTime: string } {
  const foundTime = daysAgo(g, 0, 200)
  const found = Date.parse(`${foundTime.replace(' ', 'T')}+08:00`)
  const limit = found + LIMIT_DAYS * DAY
  const update = Math.min(g.now, found + g.random.int(1, 15) * DAY)
  return { foundTime, limitTime: chinaTime(limit), overdue: !closed && limit < g.now ? 1 : 0, updateTime: chinaTime(update) }
}

function clueRow(g: Generating, carrier: Carrier, serial: number): TableRow {
  const { random } = g
  const { row, kind } = carrier
  const { key, closed } = stateAt(g, serial)
  const time = times(g, closed)
  const area = String(row['areaCode'])
  const word = random.pick(WORDS)
  return {
    resultId: `demo-clue-${String(serial).padStart(6, '0')}`, clueNo: `XS${area.slice(0, 6)}${time.foundTime.slice(0, 10).replaceAll('-', '')}${String(serial).padStart(5, '0')}`,
    customerId: row['customerId'], areaCode: area, createTime: time.foundTime, delFlag: 0, ...time,
    illegalSource: random.early(g.dictionary('illegalSource').filter(([, label]) => label !== '全部'))[0],
    objectKind: keyOf(g.dictionary('objectKind'), kind), objectId: row['uniqueId'], objectName: carrierName(carrier), objectUrl: carrierUrl(carrier),
    platformName: row['platformName'] ?? '', subjectName: row['subjectName'], uscc_dim: row['uscc_dim'],
    illegalCategory: anyKey(g, 'illegalCategory'), illegalDesc: `样例：页面出现“${word}”字样，涉嫌违法，待核实。`, hitWords: word, lawBasis: '',
    riskLevel: random.pick(g.dictionary('riskLevel'))[0], amountInvolved: random.skewed(500_000), resultStatus: key, finishState: closed ? 1 : 0,
    curOrg: row['jurisdictionOrg'], orgType: keyOf(g.dictionary('orgType'), '市场监管局'), supervise: random.chance(0.1) ? 1 : 0,
  }
}

const EVERY = 8

/** About one carrier in eight has a clue. */
export const clueRows = (g: Generating, carriers: readonly Carrier[]): TableRow[] =>
  carriers.filter((_, at) => at % EVERY === 0).map((carrier, at) => clueRow(g, carrier, at + 1))
