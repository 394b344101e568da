import { onEitherDatabase, onOneDatabase } from '../../../../server/support/both.ts'
import { judgeAgainContract } from '../../prices/judge-again.ts'
import { clueCallContract } from './calls.ts'
import { caseContract } from './cases.ts'
import { clueContract } from './counters.ts'
import { demoWayContract } from './demo-ways.ts'

/** Calls about clues and cases, and what becomes one: findings in prices. */
onEitherDatabase(clueCallContract, caseContract, judgeAgainContract)
onOneDatabase(clueContract, demoWayContract)
