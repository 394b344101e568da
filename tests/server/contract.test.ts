import { accessContract } from './contract/access.ts'
import { callsContract } from './contract/calls.ts'
import { demoContract } from './contract/demo.ts'
import { filteredContract } from './contract/filtered.ts'
import { listContract } from './contract/lists.ts'
import { managersContract } from './contract/managers.ts'
import { ownSessionsContract } from './contract/own-sessions.ts'
import { onceContract } from './contract/once.ts'
import { renewalContract } from './contract/renewal.ts'
import { maskingContract } from './contract/masking.ts'
import { scopeContract } from './contract/scope.ts'
import { sessionContract } from './contract/session.ts'
import { sizeContract } from './contract/size.ts'
import { usersContract } from './contract/users.ts'
import { websiteContract } from './contract/websites.ts'
import { onBothDatabases } from './support/both.ts'

onBothDatabases(
  demoContract,
  sessionContract,
  accessContract,
  listContract,
  websiteContract,
  sizeContract,
  filteredContract,
  usersContract,
  managersContract,
  renewalContract,
  ownSessionsContract,
  callsContract,
  scopeContract,
  maskingContract,
  onceContract,
)
