import type { TableRow } from '../../../server/db/database.ts'
import { daysAgo } from './carriers.ts'
import { keyOf, type Generating } from './ground/generating.ts'

/** dictionaries/dutyItem: what was found of each, where it was not as it should be */
const DUTIES: readonly [item: string, found: string][] = [
  ['资质核验与登记', '抽查 20 户，2 户许可证已过期未更新。'],
  ['身份信息报送', '本年七月批次迟报。'],
  ['违法信息处置与报告', '三条下架通知处置超过两日。'],
  ['交易信息保存三年', '部分交易快照缺少时间。'],
  ['服务协议与规则公示', '规则修改未留历史版本。'],
]
const RESULTS = [
  ['已履行', 7],
  ['部分履行', 2],
  ['未履行', 1],
] as const

/** Each duty of a platform, as it was checked once. */
export function dutyRows(g: Generating, platforms: readonly TableRow[]): TableRow[] {
  return platforms.flatMap(platform =>
    DUTIES.map(([item, found]) => {
      const result = g.random.weighted(RESULTS)
      const key = keyOf(g.dictionary('dutyItem'), item)
      const time = daysAgo(g, 20, 160)
      const area = String(platform['areaCode'])
      return {
        id: `${String(platform['uniqueId'])}-duty-${key}`,
        platformId: platform['uniqueId'],
        item: key,
        article: key,
        result: keyOf(g.dictionary('dutyResult'), result),
        remark: result === '已履行' ? '已核对平台提供的材料，符合要求。' : found,
        checkBy: g.officerOf(g.bureauOf(area)),
        checkDate: time.slice(0, 10),
        areaCode: area,
        customerId: platform['customerId'] ?? null,
        createTime: time,
        updateTime: time,
        delFlag: 0,
      }
    }),
  )
}
