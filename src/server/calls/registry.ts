import type { Handler } from '../call/context.ts'
import { remove } from '../records/delete.ts'
import { list } from '../records/list.ts'
import { one } from '../records/record.ts'
import { save } from '../records/save.ts'
import { accountsCalls } from './accounts/index.ts'
import { cluesCalls } from '../../supervision/server/calls/clues/index.ts'
import { consoleCalls } from './console/index.ts'
import { dataCenterCalls } from '../../supervision/server/calls/data-center/index.ts'
import { evidenceCalls } from '../../supervision/server/calls/evidence/index.ts'
import { tasksCalls } from '../../supervision/server/calls/tasks/index.ts'

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
