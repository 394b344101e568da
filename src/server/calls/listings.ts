import type { CallContext } from '../call/context.ts'
import { listing, type Listing } from '../records/list.ts'
import { ownEvidence } from '../../supervision/server/calls/evidence/evidence.ts'
import { annualListing } from '../../supervision/server/calls/data-center/annual-reports.ts'
import { receivedListing } from '../../supervision/server/calls/clues/clue-lists.ts'
import { operationListing } from './console/operations.ts'
import { roleListing } from './accounts/roles.ts'
import { cluesListing, yxzListing } from '../../supervision/server/calls/tasks/tasks.ts'

/** Which rows a list call answers, by its `does`: what selections and exports read again. */
const LISTINGS: Readonly<Record<string, (call: CallContext) => Listing>> = {
  list: call => listing(call),
  'annual.list': annualListing,
  'clue.received': receivedListing,
  'operlog.list': operationListing,
  'role.list': roleListing,
  'evidence.mine': ownEvidence,
  'task.yxzList': yxzListing,
  'task.clues': cluesListing,
}

export const listingOf = (call: CallContext): Listing | undefined => LISTINGS[call.endpoint.does ?? '']?.(call)
