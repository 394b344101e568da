import { carrierContract } from './carriers/carriers.ts'
import { deadLibraryContract } from './carriers/dead-library.ts'
import { onBothDatabases } from './support/both.ts'

/** The data center's carriers. */
onBothDatabases(carrierContract, deadLibraryContract)
