import type { Regions } from '../../../server/access/regions.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { periodAt, stepPeriod, type PeriodBy } from '../../../core/period/period.ts'
import { periodWords } from '../../../server/report/content.ts'
import type { Generating } from './ground/generating.ts'

/** dictionaries/reportKind: what each person has prepared, of the period that is just over. */
const PREPARED: readonly [kind: string, by: PeriodBy][] = [
  ['3', 'month'],
  ['4', 'quarter'],
]
const DRAFT = '0'
const DAY_MS = 86_400_000

/** Reports that wait to be generated: their numbers are counted when their writer looks. */
export function reportRows({ now, dictionary }: Generating, regions: Regions, users: readonly TableRow[]): TableRow[] {
  const kinds = new Map(dictionary('reportKind').map(([code, label]) => [code, label]))
  const today = chinaTime(now).slice(0, 10)
  return users
    .filter(({ areaCode }) => areaCode !== '000000')
    .flatMap(user =>
      PREPARED.flatMap(([kind, by], i) => {
        const period = stepPeriod(periodAt(today, by), -1)
        if (!period) return []
        const time = chinaTime(now - (i + 1) * DAY_MS)
        return [
          {
            id: `demo-report-${String(user['id'])}-${kind}`,
            reportName: `${regions.nameOf(String(user['areaCode']))}${periodWords(period)}${kinds.get(kind) ?? ''}`,
            reportKind: kind,
            period: period.start,
            periodEnd: period.end,
            state: DRAFT,
            areaCode: user['areaCode'],
            customerId: user['customerId'],
            createBy: user['id'],
            createTime: time,
            updateTime: time,
            delFlag: 0,
          },
        ]
      }),
    )
}
