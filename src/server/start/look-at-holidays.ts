import { calendarFrom, missingYear } from '../../core/workflow/working-days.ts'
import type { Services } from '../call/context.ts'
import { chinaTime } from '../db/time.ts'
import type { Log } from '../product/product.ts'
import { mayTake } from '../sweep/turn.ts'
import { nowMs } from '../time/clock.ts'
import { tellManagers } from './tell-managers.ts'

const WEEK_MS = 7 * 86_400_000
/** Entry in sys_meta: when the missing year was last told. */
const TOLD = 'missing holidays told'

/** Tells the operator and those who manage the platform, each week, which year's days off nobody has entered yet. */
export async function lookAtHolidays(services: Services, log: Log, now = nowMs()): Promise<void> {
  const base = services.configuration().scope({})
  const year = missingYear(
    calendarFrom(name => base.dictionary(name)),
    chinaTime(now),
  )
  if (year === undefined || !(await mayTake(services.db, TOLD, WEEK_MS, now))) return
  log.error(
    `字典 holiday、workday 还没有 ${year} 年的放假安排：工作日暂按法定节日计算，没有调休，请在国务院公布后补上 / `
      + `the dictionaries holiday and workday lack ${year}: until they say which days are off, working days leave out `
      + 'the feasts of the decree alone',
  )
  await tellManagers(
    services,
    `还没有 ${year} 年的放假安排`,
    `${year} 年的放假和调休还没有录入（字典 holiday、workday）。在补上之前，跨入 ${year} 年的办理期限只扣除法定节日和周末，没有计入调休。`
      + '请联系系统管理员在国务院公布后补上。',
  )
}
