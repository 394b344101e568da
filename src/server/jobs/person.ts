import { callFor } from '../dispatch/dispatch.ts'
import type { CallContext, Services } from '../call/context.ts'
import { unauthorised } from '../answer/refusal.ts'
import { livePeople } from '../session/user.ts'
import type { Claim } from './claim.ts'

/** The person as of now: whoever has been disabled or moved since a job began does no more with the old rights. */
export async function asOfNow(
  services: Services,
  { userId, ip }: Pick<Claim, 'userId' | 'ip'>,
  fault: (error: unknown) => void,
): Promise<CallContext> {
  const [user] = await livePeople(services.db, { ids: [userId] })
  if (!user) throw unauthorised('账号已停用，任务已中断')
  return callFor(services, user, { ip, fault })
}
