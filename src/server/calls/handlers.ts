import type { Handlers } from '../call/context.ts'
import { remove } from '../records/write/delete.ts'
import { planList } from '../records/read/plan-list.ts'
import { one } from '../records/read/record.ts'
import { save } from '../records/write/save.ts'
import { accountsCalls } from './accounts/index.ts'
import { consoleCalls } from './console/index.ts'
import { workflowCalls } from './workflow/index.ts'

/** Handlers of the engine. The first four are generic and take everything they need from the entity. */
export const HANDLERS: Handlers = {
  list: { query: planList },
  one,
  save,
  delete: remove,
  ...accountsCalls,
  ...consoleCalls,
  ...workflowCalls,
}
