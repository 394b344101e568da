import { signedInUser, type CallContext } from '../calls/context.ts'
import { unauthorised } from '../http/refusal.ts'
import { userByName, type SignedIn } from '../session/user.ts'

/** The person as of now: whoever has been disabled or moved since a job began does no more with the old rights. */
export async function personNow(call: CallContext): Promise<SignedIn> {
  const user = await userByName(call.db, signedInUser(call).username)
  if (!user || user.id !== signedInUser(call).id) throw unauthorised('账号已停用，任务已中断')
  return user
}
