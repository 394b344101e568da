import type { SignedIn } from '../../../server/access/signed-in.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import type { Shown } from './register.ts'
import { LABELS } from './words.ts'

const COLOURS = ['#cf1322', '#389e0d', '#d46b08', '#096dd9', '#531dab', '#c41d7f']

const MANY_SALES = 5200
/** Labels say what is true of a carrier: each at most one, the gravest first. */
export function giveLabels(g: Generating, carriers: readonly Shown[], open: ReadonlySet<string>): void {
  const since = chinaTime(g.now - 120 * 86_400_000)
  for (const { row, kind, key } of carriers) {
    const label =
      Number(row['illegalCount']) > 1
        ? '重点关注'
        : open.has(`${kind} ${key}`)
          ? '复查整改'
          : Number(row['monthSales']) > MANY_SALES
            ? '高销量'
            : String(row['createTime']) > since
              ? '新开业'
              : row['hasStore'] === 0
                ? '无实体店'
                : g.random.chance(0.03)
                  ? '跨省经营'
                  : ''
    row['labelNames'] = label
  }
}

/** What each label says, and the kinds of carriers that it is for; none: all. */
const MEANINGS: Readonly<Record<string, readonly [text: string, ...kinds: string[]]>> = {
  重点关注: ['有两条以上涉嫌违法线索的经营者，每季度复查一次。'],
  新开业: ['近 120 天内开始经营，首次核查后观察一个季度。'],
  无实体店: ['没有线下门店的外卖商户，重点看许可证与实际经营地址。', '外卖'],
  跨省经营: ['发货地与住所不在同一个省，处理时注意管辖。', '网店', '网站'],
  高销量: ['月销量 5200 件以上，促销期间优先监测。', '网店', '外卖'],
  复查整改: ['有线索正在办理，办结后复查整改情况。'],
}

/** Rules of labels, each over one kind of carriers. */
const RULES: Readonly<Record<string, readonly [kind: string, rule: string]>> = {
  重点关注: ['网店', 'row.illegalCount >= 2'],
  新开业: ['网店', 'row.createTime >= today.minusDays(120) && row.illegalCount < 2'],
  无实体店: ['外卖', 'row.hasStore == 0'],
  高销量: ['网店', `row.monthSales > ${MANY_SALES}`],
}

/** What each has in common that is given to a carrier. */
export const relationOf = ({ kind, key, title, row }: Shown, labelId: unknown, how: TableRow): TableRow => ({
  labelId,
  objectKind: kind,
  objectId: key,
  objectName: title,
  subjectName: row['subjectName'],
  subjectType: row['subjectType'],
  uscc_dim: row['uscc_dim'] ?? null,
  ...how,
  time: row['updateTime'],
  customerId: row['customerId'],
  areaCode: row['areaCode'],
  createBy: how['by'],
  createTime: row['updateTime'],
  updateTime: row['updateTime'],
  delFlag: 0,
})

const DAY_MS = 86_400_000
/** The labels of the whole platform are half a year old. */
const MADE_DAYS = 190

/** The labels that carriers have, for all customers, made by the platform's own staff, and a record of each. */
export function labelRows(
  g: Generating,
  carriers: readonly Shown[],
  maker: SignedIn | undefined,
): { labels: TableRow[]; relations: TableRow[] } {
  const idOf = (name: string): string => `demo-label-${LABELS.indexOf(name) + 1}`
  const labelled = carriers.filter(({ row }) => LABELS.includes(String(row['labelNames'])))
  const relations = labelled.map((carrier, i): TableRow => {
    const name = String(carrier.row['labelNames'])
    // what a rule gave nobody gave
    const isByHand = RULES[name] === undefined
    const how = {
      mode: keyOf(g.dictionary('labelMode'), isByHand ? '手工' : '规则'),
      by: isByHand ? (carrier.row['auditBy'] ?? null) : null,
    }
    return { id: `demo-labelling-${String(i + 1).padStart(6, '0')}`, ...relationOf(carrier, idOf(name), how) }
  })
  const labels = LABELS.map((labelName, i) => ({
    id: idOf(labelName),
    labelName,
    labelKind: keyOf(g.dictionary('labelKind'), i % 2 === 0 ? '风险' : '重点对象'),
    color: COLOURS[i % COLOURS.length] ?? '',
    scope: keyOf(g.dictionary('shareScope'), '全部'),
    description: MEANINGS[labelName]?.[0] ?? '',
    ruleKind: RULES[labelName] ? keyOf(g.dictionary('objectKind'), RULES[labelName][0]) : null,
    ruleJson: RULES[labelName]?.[1] ?? null,
    objectKinds: (MEANINGS[labelName]?.slice(1) ?? []).map(kind => keyOf(g.dictionary('objectKind'), kind)).join(','),
    useCount: relations.filter(relation => relation['labelId'] === idOf(labelName)).length,
    enabled: 1,
    owner: maker?.orgId ?? null,
    areaCode: '000000',
    createBy: maker?.id ?? null,
    createTime: chinaTime(g.now - (MADE_DAYS - i * 9) * DAY_MS),
    updateTime: chinaTime(g.now - (MADE_DAYS - i * 23) * DAY_MS),
    delFlag: 0,
  }))
  return { labels, relations }
}
