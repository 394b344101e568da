import { onEitherDatabase, onOneDatabase } from '../../../../server/support/both.ts'
import { clueCallContract } from './calls.ts'
import { caseContract } from './cases.ts'
import { clueContract } from './counters.ts'
import { demoWayContract } from './demo-ways.ts'

/** Calls about clues and cases. */
onEitherDatabase(clueCallContract, caseContract)
onOneDatabase(clueContract, demoWayContract)
