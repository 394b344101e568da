import type { FactorTools } from '../../session/secrets/second-factor.ts'
import { USUAL_LIMITS, type SlowingLimits } from '../../session/throttle/slowing.ts'
import type { CallContext } from '../../call/context.ts'
import { nowMs } from '../../time/clock.ts'

/**
 * The limits of the base scope, for all accounts: limits that differed by customer would reveal which customer a name
 * belongs to.
 */
const limitsOf = (call: CallContext): SlowingLimits => ({
  ...USUAL_LIMITS,
  ...call.configuration().scope({}).app.signIn,
})

export const factorTools = (call: CallContext, now = nowMs()): FactorTools => ({
  db: call.db,
  seal: call.seal,
  limits: limitsOf(call),
  now,
})
