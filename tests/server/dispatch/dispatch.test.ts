import { onEitherDatabase, onOneDatabase } from '../support/both.ts'
import { argumentContract } from './arguments.ts'
import { callsContract } from './calls.ts'
import { onceContract } from './once.ts'

/** How a request becomes a call. */
onEitherDatabase(callsContract, onceContract)
onOneDatabase(argumentContract)
