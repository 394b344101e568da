import type { FactorTools } from '../../session/secrets/second-factor.ts'
import { USUAL_LIMITS, type SlowingLimits } from '../../session/throttle/slowing.ts'
import type { CallContext } from '../../call/context.ts'

/** One set for everybody, whoever it is that tries: whose limits hold would tell whose name it is. */
const limitsOf = (call: CallContext): SlowingLimits => ({
  ...USUAL_LIMITS,
  ...call.configuration().scope({}).manifest.app.signIn,
})

export const factorTools = (call: CallContext, now = Date.now()): FactorTools => ({
  db: call.db,
  seal: call.seal,
  limits: limitsOf(call),
  now,
})
