import { areaPrefix } from '../../../core/model/scope.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { daysAgo } from './carriers.ts'
import { keyOf, type Generating } from './ground/generating.ts'
import type { DemoDocument } from './documents.ts'
import type { Shown } from './register.ts'
import { KITCHENS } from './trades.ts'

interface DemoLibrary {
  name: string
  kind: string
  description: string
  holds(carrier: Shown): boolean
}
const FOOD = new RegExp(['食品', '农产品', ...KITCHENS].join('|'))
const SHELVES: readonly DemoLibrary[] = [
  {
    name: '重点监管主体',
    kind: '重点监管',
    description: '一年内有涉嫌违法线索的经营者，每季度复查一次。',
    holds: ({ row }) => Number(row['illegalCount']) > 0,
  },
  {
    name: '食品网络经营者',
    kind: '食品',
    description: '网络食品销售者、入网餐饮服务提供者，按风险等级安排检查。',
    holds: ({ row }) => FOOD.test(String(row['subjectName'])),
  },
]
const MOST = 30
/** cities and counties keep libraries */
const LEVELS = new Set([4, 6])

/** Libraries of each city and county that has an account, with some of its carriers. */
export function libraryRows(
  g: Generating,
  demo: DemoDocument,
  carriers: readonly Shown[],
): { libraries: TableRow[]; members: TableRow[] } {
  const now = chinaTime(g.now)
  const areas = [...new Set(Object.values(demo.accounts).map(account => account.area))].filter(area =>
    LEVELS.has(areaPrefix(area).length),
  )
  const [libraries, members]: [TableRow[], TableRow[]] = [[], []]
  for (const areaCode of areas) {
    const customerId = g.customerOf(areaCode)
    const here = carriers.filter(
      ({ row }) => String(row['areaCode']).startsWith(areaPrefix(areaCode)) && row['isDead'] !== 1,
    )
    for (const [i, shelf] of SHELVES.entries()) {
      const subLibraryId = `demo-library-${areaCode}-${i + 1}`
      const held = here.filter(carrier => shelf.holds(carrier)).slice(0, MOST)
      members.push(
        ...held.map(({ kind, key, title, row }, n) => {
          const joinTime = daysAgo(g, 1, 120)
          return {
            id: `${subLibraryId}-${n + 1}`,
            subLibraryId,
            objectKind: kind,
            uniqueId: key,
            objectName: title,
            subjectType: row['subjectType'] ?? null,
            joinTime,
            joinMode: keyOf(g.dictionary('labelMode'), '规则'),
            areaCode: row['areaCode'],
            customerId: row['customerId'],
            createTime: joinTime,
            updateTime: joinTime,
            delFlag: 0,
          }
        }),
      )
      libraries.push({
        subLibraryId,
        name: shelf.name,
        kind: keyOf(g.dictionary('subLibKind'), shelf.kind),
        objectKinds: '',
        description: shelf.description,
        shareScope: keyOf(g.dictionary('shareScope'), '本级及下级'),
        objectCount: held.length,
        illegalCount: held.reduce((sum, { row }) => sum + Number(row['illegalCount'] ?? 0), 0),
        owner: g.bureauOf(areaCode),
        areaCode,
        customerId,
        createTime: now,
        updateTime: now,
        delFlag: 0,
      })
    }
  }
  return { libraries, members }
}
