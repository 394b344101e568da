import { reachOf } from '../../access/reach.ts'
import { forbidden } from '../../http/refusal.ts'
import { signedInUser, type CallContext } from '../context.ts'

/** For calls that a part of a page makes, and no page's file names: whoever may make the page's own call, or one of several, may make them. */
export function needsRightTo(call: CallContext, ...names: string[]): void {
  const { calls } = reachOf(call.scoped, signedInUser(call))
  if (!names.some(name => calls.has(name))) throw forbidden()
}
