import type { Handler } from './context.ts'
import { remove } from './generic/delete.ts'
import { list } from './generic/list.ts'
import { one } from './generic/record.ts'
import { save } from './generic/save.ts'
import { accountsCalls } from './accounts/index.ts'
import { cluesCalls } from './clues/index.ts'
import { consoleCalls } from './console/index.ts'
import { dataCenterCalls } from './data-center/index.ts'
import { evidenceCalls } from './evidence/index.ts'
import { tasksCalls } from './tasks/index.ts'

/** What answers a call, by the `does` of endpoints.yaml. The first four read everything they need from the entity. */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  list,
  one,
  save,
  delete: remove,
  ...accountsCalls,
  ...consoleCalls,
  ...dataCenterCalls,
  ...cluesCalls,
  ...tasksCalls,
  ...evidenceCalls,
}
