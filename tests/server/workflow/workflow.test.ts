import { onBothDatabases, onEitherDatabase, onOneDatabase } from '../support/both.ts'
import { apartContract } from './apart.ts'
import { buttonContract } from './buttons.ts'
import { clockContract } from './clock.ts'
import { journeyContract } from './journey.ts'
import { findingContract } from '../calls/console/finding.ts'
import { limitContract } from './limit.ts'
import { messageContract } from './messages.ts'
import { ownScopeContract } from './own-scope.ts'
import { clueRightsContract } from './rights.ts'
import { walkContract } from './walk.ts'
import { wanderContract } from './wander.ts'
import { workedOutContract } from './worked-out.ts'

/** Records on their way through a workflow. */
onEitherDatabase(
  journeyContract,
  messageContract,
  findingContract,
  clockContract,
  clueRightsContract,
  apartContract,
  walkContract,
  ownScopeContract,
  wanderContract,
)
// the databases keep the limit themselves
onBothDatabases(limitContract)
// who has which button is no question to the database
onOneDatabase(buttonContract, workedOutContract)
