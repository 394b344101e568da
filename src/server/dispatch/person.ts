import type { CallContext, Services } from '../call/context.ts'
import { unauthorised } from '../answer/refusal.ts'
import { livePeople } from '../session/user.ts'
import { callFor } from './dispatch.ts'

/** A call for the person who began a job, with the rights of today: those of a disabled account are gone. */
export async function asOfNow(
  services: Services,
  { userId, ip }: { userId: string; ip: string },
  fault: (error: unknown) => void,
): Promise<CallContext> {
  const [user] = await livePeople(services.db, { ids: [userId] })
  if (!user) throw unauthorised('账号已停用，任务已中断')
  return callFor(services, user, { ip, fault })
}
