import { argumentContract } from './console/arguments.ts'
import { auditContract } from './console/auditing.ts'
import { batchContract } from './console/batches.ts'
import { choosingContract } from './console/choosing.ts'
import { clueContract } from './console/clues.ts'
import { exportContract } from './console/exports.ts'
import { fileContract } from './console/files.ts'
import { keptContract } from './console/kept.ts'
import { inFrontContract } from './console/in-front.ts'
import { logContract } from './console/logs.ts'
import { lookupContract } from './console/lookups.ts'
import { orgContract } from './console/orgs.ts'
import { mapContract } from './console/maps.ts'
import { rightsContract } from './console/rights.ts'
import { roleContract } from './console/roles.ts'
import { savingContract } from './console/saving.ts'
import { managingContract } from './console/managing.ts'
import { secondFactorContract } from './console/second-factor.ts'
import { sweepContract } from './console/sweeping.ts'
import { onOneDatabase } from './support/both.ts'

/** What the console asks for beside the business. */
onOneDatabase(
  argumentContract,
  auditContract,
  savingContract,
  keptContract,
  lookupContract,
  choosingContract,
  clueContract,
  fileContract,
  batchContract,
  exportContract,
  logContract,
  mapContract,
  orgContract,
  rightsContract,
  managingContract,
  roleContract,
  inFrontContract,
  secondFactorContract,
  // last: it is as if half a year had gone by
  sweepContract,
)
