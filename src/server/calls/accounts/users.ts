import { sql } from 'kysely'
import type { ListAnswer } from '../../../core/contract/api.ts'
import { audit } from '../../call/audit.ts'
import type { TableRow } from '../../db/database.ts'
import { badRequest, forbidden } from '../../answer/refusal.ts'
import {
  changePassword as setPassword,
  checkNewPassword,
  endSessions,
  setOneTimePassword,
} from '../../session/login.ts'
import { oneTimePassword } from '../../session/secrets/passwords.ts'
import { removeFactor } from '../../session/secrets/second-factor.ts'
import { areaLevel, peopleById } from '../../session/user.ts'
import type { SignedIn } from '../../access/signed-in.ts'
import type { PersonNames } from '../../session/secrets/weak-passwords.ts'
import {
  entityOfCall,
  requiredArg,
  secretArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handlers,
} from '../../call/context.ts'
import { removeRecord } from '../../records/write/delete.ts'
import type { Saving } from '../../call/context.ts'
import { answerList } from '../../records/read/list.ts'
import { planList } from '../../records/read/plan-list.ts'
import { recordInScope } from '../../records/read/record.ts'
import { saveRecord } from '../../records/write/save.ts'
import { choices } from '../../call/values.ts'
import { excessRights } from './beyond.ts'
import { factorTools } from './factor-tools.ts'
import { hasSeparateDuties, managing, type Managed } from './managers.ts'
import { tellOfReset } from './resets.ts'

/** Names are unique across customers, because sign-in asks for the name alone. */
export async function nameIsTaken({ tx, before }: Pick<Saving, 'tx' | 'before'>, username: unknown): Promise<boolean> {
  const { rows } = await sql`select 1 from "user" where lower(username) = lower(${String(username)}) and "delFlag" = 0
    and id <> ${String(before?.['id'] ?? '')} limit 1`.execute(tx)
  return rows.length > 0
}

/** A user above all customers creates an account for the customer of its unit. */
async function customerOf({ call, tx }: Saving, orgId: unknown): Promise<string> {
  const own = signedInUser(call).customerId
  if (own !== '' || !orgId) return own
  const { rows } = await sql<{
    customerId: string | null
  }>`select "customerId" from org where "orgId" = ${String(orgId)}`.execute(tx)
  return rows[0]?.customerId ?? ''
}

const WORDS = { who: '该用户', fieldOf: () => 'roleIds' }

/** For `managing`: one user, who must be within the caller's row scope. */
const ofUser = (call: CallContext, id: string): Managed => ({
  ...WORDS,
  people: async (tx, made) => {
    if (made === undefined) await recordInScope(tx, call, entityOfCall(call), id)
    return [id]
  },
})
const newUser: Managed = { ...WORDS, people: async (_tx, made) => (typeof made === 'string' ? [made] : []) }

const isOneself = (call: CallContext, id: unknown): boolean => id === signedInUser(call).id

/**
 * What an administrator does for people who have lost their password, their phone or their account. Done to one's own
 * account it would ask for neither the password nor a code, so that an open session alone would take the account over.
 */
function someoneElse(call: CallContext, instead: string): string {
  const id = requiredArg(call, 'id')
  if (isOneself(call, id)) throw forbidden(instead)
  return id
}

/** Where somebody belongs and what they may do is said by another administrator. */
const SAID_BY_OTHERS = {
  roleIds: '不能修改自己的角色',
  enabled: '不能停用自己',
  orgId: '不能修改自己的所属单位',
  areaCode: '不能修改自己的所属地区',
} as const

const sorted = (value: unknown): string => [...choices(value)].sort().join()

function ownProblems({ call, before }: Saving, values: TableRow): Record<string, string> {
  if (!before || !isOneself(call, before['id'])) return {}
  return Object.fromEntries(
    Object.entries(SAID_BY_OTHERS).filter(
      ([name]) => values[name] !== undefined && sorted(values[name]) !== sorted(before[name]),
    ),
  )
}

const ONLY_ROLES = '三员分立：角色由负责角色管理的人在“人员角色”中授予'

/** Where a customer keeps duties apart, whoever makes an account does not say what it may do. */
function rolesProblem({ call, before }: Saving, { roleIds }: TableRow): Record<string, string> {
  const user = signedInUser(call)
  if (roleIds === undefined || sorted(roleIds) === sorted(before?.['roleIds'])) return {}
  const isOthers = hasSeparateDuties(call.configuration(), user) && !user.permissions?.includes('roles')
  return isOthers ? { roleIds: ONLY_ROLES } : {}
}

async function userRules(saving: Saving, values: TableRow): Promise<Record<string, string>> {
  const errors = { ...rolesProblem(saving, values), ...ownProblems(saving, values) }
  if (values['username'] !== undefined && (await nameIsTaken(saving, values['username'])))
    errors['username'] = `登录名“${String(values['username'])}”已存在`
  if (typeof values['areaCode'] === 'string') values['userLevel'] = String(areaLevel(values['areaCode']))
  if (!saving.before) values['customerId'] = await customerOf(saving, values['orgId'])
  return errors
}

/** Personal data of the user, which a password should not contain. */
async function personOf(
  { db, configuration }: CallContext,
  { id, username, nickName, orgName, customerId }: SignedIn,
): Promise<PersonNames> {
  const row = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
  const phone = row?.['phone']
  const customerName =
    configuration()
      .customers()
      .find(one => one.customer === customerId)?.name ?? ''
  return { username, nickName, orgName, customerName, ...(phone ? { phone: String(phone) } : {}) }
}

async function changePassword(call: CallContext): Promise<null> {
  const user = signedInUser(call)
  const id = textArg(call, 'id')
  if (id !== '' && id !== user.id) throw forbidden('只能修改自己的密码')
  const password = secretArg(call, 'newPassword')
  await checkNewPassword(factorTools(call), user, secretArg(call, 'oldPassword'), password, await personOf(call, user))
  await call.db.transaction().execute(async tx => {
    await setPassword(tx, user.id, password, call.device)
    await audit(tx, call, { action: call.endpoint.name, entity: 'user', objectId: user.id })
  })
  return null
}

/** The new password is returned once and stored only as a hash. */
async function resetPassword(call: CallContext): Promise<{ username: string; password: string }> {
  const id = someoneElse(call, '不能重置自己的密码，请凭原密码在“修改密码”中修改')
  const password = oneTimePassword()
  await call.db.transaction().execute(tx =>
    managing(call, tx, ofUser(call, id), async () => {
      await setOneTimePassword(tx, id, password)
      await audit(tx, call, { action: 'user.resetPassword', entity: 'user', objectId: id })
      await tellOfReset(call, tx, id, 'user.resetPassword')
    }),
  )
  return { username: await usernameOf(call, id), password }
}

/** Whose password it is: it is handed on, and often several one after another. */
async function usernameOf({ db }: CallContext, id: string): Promise<string> {
  const { username } = await db.selectFrom('user').select('username').where('id', '=', id).executeTakeFirstOrThrow()
  return String(username)
}

/**
 * For users who have lost both the phone and the recovery codes: removes the second factor, so that name and password
 * suffice to set up a new one.
 */
async function resetFactor(call: CallContext): Promise<null> {
  const id = someoneElse(call, '不能重置自己的动态验证，请凭密码和验证码在“账号安全”中停用')
  await call.db.transaction().execute(tx =>
    managing(call, tx, ofUser(call, id), async () => {
      if (!(await removeFactor(tx, id))) throw badRequest('该用户没有启用动态验证')
      await endSessions(tx, id)
      await audit(tx, call, { action: 'user.resetFactor', entity: 'user', objectId: id })
      await tellOfReset(call, tx, id, 'user.resetFactor')
    }),
  )
  return null
}

async function removeUser(call: CallContext): Promise<string> {
  const id = someoneElse(call, '不能删除自己')
  return removeRecord(call, (tx, work) =>
    managing(call, tx, ofUser(call, id), async () => {
      await endSessions(tx, id)
      return work()
    }),
  )
}

interface Added {
  id: string
  username: string
  password: string
}
/** The initial password is returned once and stored only as a hash. */
async function addUser(call: CallContext): Promise<Added> {
  const password = oneTimePassword()
  const id = await saveRecord(call, userRules, (tx, work) =>
    managing(call, tx, newUser, async () => {
      const added = await work()
      await setOneTimePassword(tx, added, password)
      return added
    }),
  )
  return { id, username: await usernameOf(call, id), password }
}

/** Disabling a user ends their sessions at once. */
async function saveUser(call: CallContext): Promise<string | Added> {
  const id = textArg(call, 'id')
  if (id === '') return addUser(call)
  return saveRecord(call, userRules, (tx, work) =>
    managing(call, tx, ofUser(call, id), async () => {
      const saved = await work()
      const { enabled } = await tx.selectFrom('user').select('enabled').where('id', '=', id).executeTakeFirstOrThrow()
      if (enabled === 0) await endSessions(tx, id)
      return saved
    }),
  )
}

/** Says of each person whether the caller may manage them, so that the list offers only what will not be refused. */
async function list(call: CallContext): Promise<ListAnswer> {
  const answer = await answerList(call, await planList(call))
  const own = signedInUser(call)
  const people = await peopleById(
    call.db,
    answer.list.map(row => String(row['id'])),
  )
  const may = new Set(people.filter(other => excessRights(call, own, other).length === 0).map(({ id }) => id))
  return { ...answer, list: answer.list.map(row => ({ ...row, manageable: may.has(String(row['id'])) ? 1 : 0 })) }
}

export const users: Handlers = {
  'user.list': { query: planList, answer: list },
  'user.save': saveUser,
  'user.delete': removeUser,
  'user.password': changePassword,
  'user.resetPassword': resetPassword,
  'user.resetFactor': resetFactor,
}
