import type { Handlers } from '../../../../server/call/context.ts'
import { annualReports } from './annual-reports.ts'
import { business } from './business.ts'
import { carrierLookup } from './carrier-lookup.ts'
import { carriers } from './carriers.ts'
import { deadLibrary } from './dead-library.ts'
import { libraries } from './libraries.ts'
import { lookups } from './lookups.ts'

export const dataCenterCalls: Handlers = {
  ...annualReports,
  ...business,
  ...carrierLookup,
  ...carriers,
  ...deadLibrary,
  ...libraries,
  ...lookups,
}
