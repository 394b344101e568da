import type { CallContext } from './context.ts'
import { listing, type Listing } from './generic/list.ts'
import { ownEvidence } from './own/evidence.ts'
import { receivedListing } from './own/clue-lists.ts'
import { operationListing } from './own/operations.ts'
import { roleListing } from './own/roles.ts'
import { cluesListing, yxzListing } from './own/tasks.ts'

/** Which rows a list call answers, by its `does`: what selections and exports read again. */
const LISTINGS: Readonly<Record<string, (call: CallContext) => Listing>> = {
  list: call => listing(call),
  'clue.received': receivedListing,
  'operlog.list': operationListing,
  'role.list': roleListing,
  'evidence.mine': ownEvidence,
  'task.yxzList': yxzListing,
  'task.clues': cluesListing,
}

export const listingOf = (call: CallContext): Listing | undefined => LISTINGS[call.endpoint.does ?? '']?.(call)
