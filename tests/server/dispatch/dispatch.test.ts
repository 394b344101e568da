import { onBothDatabases, onOneDatabase } from '../support/both.ts'
import { argumentContract } from './arguments.ts'
import { callsContract } from './calls.ts'
import { onceContract } from './once.ts'

/** How a request becomes a call. */
onBothDatabases(callsContract, onceContract)
onOneDatabase(argumentContract)
