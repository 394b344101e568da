import type { CallContext, Services } from '../call/context.ts'
import { unauthorised } from '../answer/refusal.ts'
import { livePeople } from '../session/user.ts'
import { callFor } from './dispatch.ts'

/** Context for the user who started a job, with their current rights; refused if the account has been disabled. */
export async function asOfNow(
  services: Services,
  { userId, ip }: { userId: string; ip: string },
  fault: (error: unknown) => void,
): Promise<CallContext> {
  const [user] = await livePeople(services.db, { ids: [userId] })
  if (!user) throw unauthorised('账号已停用，任务已中断')
  return callFor(services, user, { ip, fault })
}
