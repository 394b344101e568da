import { audit } from '../../call/audit.ts'
import type { Database } from '../../db/database.ts'
import { badRequest } from '../../answer/refusal.ts'
import { needsFactor } from '../../session/duty.ts'
import { checkOwnPassword, endSessions } from '../../session/login.ts'
import { recoveryCodesLeft } from '../../session/secrets/recovery-codes.ts'
import {
  beginFactor,
  codeNeeded,
  confirmFactor,
  hasSecondFactor,
  removeFactor,
  renewRecoveryCodes,
  withFactor,
  type TakeCode,
} from '../../session/secrets/second-factor.ts'
import { enrolmentUri } from '../../session/secrets/totp.ts'
import {
  requiredArg,
  secretArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../call/context.ts'
import { factorTools } from './factor-tools.ts'

const noted =
  (call: CallContext) =>
  (tx: Database): Promise<void> =>
    audit(tx, call, { action: call.endpoint.name, entity: 'secondFactor', objectId: signedInUser(call).id })

/**
 * Changes of the second factor need the password again: a person who finds a console open must not take over the
 * account.
 */
const confirmPassword = (call: CallContext): Promise<void> =>
  checkOwnPassword(factorTools(call), signedInUser(call).id, secretArg(call, 'password'), '密码错误')

async function confirmBoth<T>(call: CallContext, work: (take: TakeCode) => Promise<T>): Promise<T> {
  const { id } = signedInUser(call)
  if (!(await hasSecondFactor(call.db, id))) throw badRequest('还没有启用动态验证')
  await confirmPassword(call)
  const code = textArg(call, 'code')
  if (code === '') throw codeNeeded()
  return withFactor(factorTools(call), { userId: id, code }, work)
}

const state: Handler = async call => {
  const user = signedInUser(call)
  return {
    on: await hasSecondFactor(call.db, user.id),
    required: needsFactor(call.scoped, user),
    recoveryLeft: await recoveryCodesLeft(call.db, user.id),
  }
}

const begin: Handler = async call => {
  const { id, username } = signedInUser(call)
  await confirmPassword(call)
  const secret = await beginFactor(factorTools(call), id)
  await noted(call)(call.db)
  return { secret, uri: enrolmentUri(secret, call.scoped.app.title, username) }
}

/** Ends all other sessions: they were begun without the second factor. */
const confirm: Handler = async call => {
  const { id } = signedInUser(call)
  const codes = await confirmFactor(factorTools(call), id, requiredArg(call, 'code'), async tx => {
    await endSessions(tx, id, call.token)
    await noted(call)(tx)
  })
  return { codes }
}

const recovery: Handler = async call => {
  const { id } = signedInUser(call)
  return confirmBoth(call, async take => ({ codes: await renewRecoveryCodes(call.db, id, take, noted(call)) }))
}

const off: Handler = async call => {
  const user = signedInUser(call)
  if (needsFactor(call.scoped, user)) throw badRequest('您的单位或角色要求使用动态验证，不能停用')
  await confirmBoth(call, take =>
    call.db.transaction().execute(async tx => {
      await take(tx)
      await removeFactor(tx, user.id)
      await noted(call)(tx)
    }),
  )
  return null
}

export const secondFactors: Handlers = {
  'totp.state': state,
  'totp.begin': begin,
  'totp.confirm': confirm,
  'totp.recovery': recovery,
  'totp.off': off,
}
