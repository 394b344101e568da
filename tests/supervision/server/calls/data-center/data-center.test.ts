import { onOneDatabase } from '../../../../server/support/both.ts'
import { livenessContract } from '../../liveness/liveness.ts'
import { pricesContract } from '../../prices/prices.ts'
import { annualReportContract } from './annual-reports.ts'
import { carrierContract } from './carriers.ts'
import { deadLibraryContract } from './dead-library.ts'
import { lookupContract } from './lookups.ts'

/** Carriers, subjects and what hangs on them, prices among it. */
onOneDatabase(
  carrierContract,
  deadLibraryContract,
  livenessContract,
  annualReportContract,
  lookupContract,
  pricesContract,
)
