import type { Handler } from './context.ts'
import { remove } from './generic/delete.ts'
import { list } from './generic/list.ts'
import { one } from './generic/record.ts'
import { save } from './generic/save.ts'
import { assignments } from './own/assignments.ts'
import { auth } from './own/auth.ts'
import { batches } from './own/batches.ts'
import { business } from './own/business.ts'
import { carrierLookup } from './own/carrier-lookup.ts'
import { carriers } from './own/carriers.ts'
import { cases } from './own/cases.ts'
import { clueCounts } from './own/clue-counts.ts'
import { clueFiles } from './own/clue-files.ts'
import { clueLists } from './own/clue-lists.ts'
import { clueOverview } from './own/clue-overview.ts'
import { deadLibrary } from './own/dead-library.ts'
import { clues } from './own/clues.ts'
import { clouds } from './own/clouds.ts'
import { collecting } from './own/collecting.ts'
import { drafts } from './own/drafts.ts'
import { evidences } from './own/evidence.ts'
import { evidenceCodes } from './own/evidence-codes.ts'
import { exports } from './own/exports.ts'
import { granted } from './own/granted.ts'
import { histories } from './own/history.ts'
import { inspections } from './own/inspections.ts'
import { listTabs } from './own/list-tabs.ts'
import { libraries } from './own/libraries.ts'
import { loginLog } from './own/login-log.ts'
import { lookups } from './own/lookups.ts'
import { maps } from './own/maps.ts'
import { networkTools } from './own/network-tools.ts'
import { operations } from './own/operations.ts'
import { orgs } from './own/orgs.ts'
import { preferences } from './own/preferences.ts'
import { randomDraws } from './own/random-draws.ts'
import { reveals } from './own/reveal.ts'
import { roles } from './own/roles.ts'
import { selections } from './own/selections.ts'
import { suspectedData } from './own/suspects.ts'
import { taskStatistics } from './own/task-statistics.ts'
import { tasks } from './own/tasks.ts'
import { uploads } from './own/uploads.ts'
import { users } from './own/users.ts'
import { views } from './own/views.ts'
import { workflows } from './own/workflow.ts'

/** What answers a call, by the `does` of endpoints.yaml. The first four read everything they need from the entity. */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  list,
  one,
  save,
  delete: remove,
  ...auth,
  ...users,
  ...lookups,
  ...orgs,
  ...roles,
  ...granted,
  ...preferences,
  ...views,
  ...drafts,
  ...histories,
  ...reveals,
  ...selections,
  ...listTabs,
  ...batches,
  ...exports,
  ...operations,
  ...networkTools,
  ...clueCounts,
  ...clues,
  ...clueLists,
  ...clueOverview,
  ...clueFiles,
  ...cases,
  ...loginLog,
  ...business,
  ...uploads,
  ...maps,
  ...carriers,
  ...carrierLookup,
  ...deadLibrary,
  ...libraries,
  ...workflows,
  ...evidences,
  ...evidenceCodes,
  ...tasks,
  ...taskStatistics,
  ...assignments,
  ...randomDraws,
  ...suspectedData,
  ...clouds,
  ...inspections,
  ...collecting,
}
