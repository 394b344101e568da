import { onBothDatabases, onOneDatabase } from '../support/both.ts'
import { areaContract } from './areas.ts'
import { offeredContract } from './offered.ts'
import { rightsContract } from './rights.ts'
import { scopeContract } from './scope.ts'

/** Who sees and may do what. */
onBothDatabases(areaContract, scopeContract)
onOneDatabase(rightsContract, offeredContract)
