import type { Handlers } from '../../../../server/call/context.ts'
import { assignments } from './assignments.ts'
import { clouds } from './clouds.ts'
import { selfChecks } from './self-checks.ts'
import { collecting } from './collecting.ts'
import { directionals } from './directionals.ts'
import { inspections } from './inspections.ts'
import { randomDraws } from './random-draws.ts'
import { suspectedData } from './suspects.ts'
import { taskStatistics } from './task-statistics.ts'
import { tasks } from './tasks.ts'

export const tasksCalls: Handlers = {
  ...assignments,
  ...clouds,
  ...selfChecks,
  ...collecting,
  ...directionals,
  ...inspections,
  ...randomDraws,
  ...suspectedData,
  ...taskStatistics,
  ...tasks,
}
