import { keepingContract } from '../supervision/server/evidence/keeping.ts'
import { retentionContract } from '../supervision/server/evidence/retention.ts'
import { papersContract } from '../supervision/server/evidence/papers.ts'
import { buttonContract } from './workflow/buttons.ts'
import { caseContract } from './workflow/cases.ts'
import { clueCallContract } from './workflow/calls.ts'
import { clockContract } from './workflow/clock.ts'
import { clueRightsContract } from './workflow/rights.ts'
import { journeyContract } from './workflow/journey.ts'
import { wanderContract } from './workflow/wander.ts'
import { walkContract } from './workflow/walk.ts'
import { onBothDatabases } from './support/both.ts'

/** Clues and evidence on their way. */
onBothDatabases(
  buttonContract,
  journeyContract,
  clockContract,
  caseContract,
  clueCallContract,
  clueRightsContract,
  walkContract,
  wanderContract,
  keepingContract,
  retentionContract,
  papersContract,
)
