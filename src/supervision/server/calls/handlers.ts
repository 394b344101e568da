import type { Handlers } from '../../../server/call/context.ts'
import { cluesCalls } from './clues/index.ts'
import { dataCenterCalls } from './data-center/index.ts'
import { evidenceCalls } from './evidence/index.ts'
import { licenceCalls } from './licences/index.ts'
import { priceCalls } from './prices/index.ts'
import { reports } from './reports/index.ts'
import { labelCalls } from '../labels/labels.ts'
import { modelCalls } from './models/index.ts'
import { labelSpread } from '../labels/spread.ts'
import { tasksCalls } from './tasks/index.ts'

export const HANDLERS: Handlers = {
  ...dataCenterCalls,
  ...cluesCalls,
  ...tasksCalls,
  ...evidenceCalls,
  ...priceCalls,
  ...reports,
  ...licenceCalls,
  ...modelCalls,
  ...labelCalls,
  ...labelSpread,
}
