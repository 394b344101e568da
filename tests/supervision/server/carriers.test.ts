import { annualReportContract } from './carriers/annual-reports.ts'
import { carrierContract } from './carriers/carriers.ts'
import { deadLibraryContract } from './carriers/dead-library.ts'
import { livenessContract } from './carriers/liveness.ts'
import { onOneDatabase } from '../../server/support/both.ts'

/** The data center's carriers. */
onOneDatabase(carrierContract, deadLibraryContract, livenessContract, annualReportContract)
