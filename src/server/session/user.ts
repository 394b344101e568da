import { sql, type RawBuilder } from 'kysely'
import { areaPrefix } from '../../core/model/scope.ts'
import type { DataScope, SignedIn } from '../access/signed-in.ts'
import type { Database } from '../db/database.ts'
import { PREPARED } from '../db/postgres/prepared.ts'
import { hashToken } from './secrets/hash.ts'
import { BatchLoader } from './batch-loader.ts'

const OWN_AREA = 3

interface UserRow {
  id: string
  username: string
  nickName: string | null
  customerId: string | null
  areaCode: string | null
  orgId: string | null
  orgName: string | null
  mustChange: number | null
  enabled: number | null
  hasFactor: boolean | null
  wrote: string | null
  incarnation: string | null
  /** JSON of the roles, unparsed: many users have equal roles, so parsing is cached by this text */
  roles: string | null
}
export interface Role {
  code: string
  name: string
  level: string | null
  menus: unknown
  buttons: unknown
  scope: string | null
  factor?: number | null
}
type Granted = Pick<
  SignedIn,
  'roles' | 'roleNames' | 'roleLevels' | 'permissions' | 'buttonsByRole' | 'dataScope' | 'menus' | 'wantsFactor'
>

/** '000000' → 0, '340000' → 1, '340400' → 2, '340402' → 3, nine digits → 4. */
export function areaLevel(areaCode: string): number {
  const { length } = areaPrefix(areaCode)
  return length > 6 ? 4 : length / 2
}

const COLUMNS = sql<UserRow>`u.id, u.enabled, u.username, u."nickName", u."customerId", u."areaCode", u."orgId",
  (select o."orgName" from org o where o."orgId" = u."orgId") as "orgName",
  (select c."mustChange" from sys_credential c where c."userId" = u.id) as "mustChange",
  (select t."enabledAt" is not null from sys_totp t where t."userId" = u.id) as "hasFactor",
  (select w.position from sys_written w where w."userId" = u.id) as wrote,
  (select i.id from sys_incarnation i) as incarnation,
  (select json_agg(json_build_object('code', r.code, 'name', r.name, 'level', r.level, 'menus', r."menuIds",
  'scope', r."dataScope", 'buttons', r.buttons, 'factor', r."secondFactor")
  order by r.code)::text from "role" r
    where r.id = any(string_to_array(u."roleIds", ','))) as roles`

const LIVE = sql`u."delFlag" = 0 and coalesce(u.enabled, 1) = 1`

/** A role without a data scope has 3, own area and below. */
export const dataScopeOf = (scope: unknown): DataScope =>
  ([1, 2, 3, 4] as const).find(one => String(one) === String(scope)) ?? OWN_AREA
const widest = (scopes: unknown[]): DataScope =>
  scopes.length === 0 ? OWN_AREA : (Math.max(...scopes.map(dataScopeOf)) as DataScope)

const known = new Map<string, Granted>()
const MOST_KNOWN = 500

export function grantedBy(roles: readonly Role[]): Granted {
  const grants = roles.flatMap(({ menus }) => (Array.isArray(menus) ? [menus.map(String)] : []))
  const buttonsByRole = roles.map(({ buttons }) => (Array.isArray(buttons) ? buttons.map(String) : []))
  return {
    roles: roles.map(({ code }) => code),
    roleNames: roles.map(({ code, name }) => ({ code, name })),
    roleLevels: Object.fromEntries(
      roles.flatMap(({ code, level }) => (level === null || level === '' ? [] : [[code, Number(level)]])),
    ),
    permissions: buttonsByRole.flat(),
    buttonsByRole,
    dataScope: widest(roles.map(({ scope }) => scope)),
    ...(roles.some(({ factor }) => factor === 1) ? { wantsFactor: true } : {}),
    ...(grants.length > 0 ? { menus: [...new Set(grants.flat())].sort() } : {}),
  }
}

/**
 * Parses the roles' JSON and caches the result by that text. Safe, because the text contains everything: changed rights
 * mean another text.
 */
function granted(said: string): Granted {
  const found = known.get(said) ?? grantedBy(JSON.parse(said) as Role[])
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(said, found)
  return found
}

function signedIn(row: UserRow): SignedIn {
  const areaCode = row.areaCode ?? ''
  return {
    id: row.id,
    username: row.username,
    nickName: row.nickName ?? row.username,
    customerId: row.customerId ?? '',
    areaCode,
    areaLevel: areaLevel(areaCode),
    orgId: row.orgId ?? '',
    orgName: row.orgName ?? '',
    mustChange: row.mustChange === 1,
    ...granted(row.roles ?? '[]'),
    ...(row.hasFactor ? { hasFactor: true } : {}),
    wrote: { place: row.wrote, incarnation: row.incarnation },
  }
}

export interface Session {
  createdAt: string | number
  expiresAt: string | number
  usedAt: string | number | null
  deviceHash: string | null
}

type SessionRow = UserRow & Session & { tokenHash: string }

/**
 * From the sessions to their users, in this order whatever the database takes either table to be: `offset 0` keeps it
 * from mixing them. The plan is made once and kept, and before a table is analyzed all its users are taken for one:
 * each request then went through all users.
 */
export const sessionStatement = (tokenHashes: readonly string[]): RawBuilder<SessionRow> =>
  sql<SessionRow>`${PREPARED}select ${COLUMNS}, s."tokenHash", s."createdAt", s."expiresAt", s."usedAt",
        s."deviceHash"
      from (select * from sys_session
        where "tokenHash" = any(string_to_array(${tokenHashes.join(',')}, ',')) offset 0) s
      cross join lateral (select * from "user" where id = s."userId" offset 0) u
    where ${LIVE}`

async function sessionRows(db: Database, tokenHashes: string[]): Promise<Map<string, SessionRow>> {
  const { rows } = await sessionStatement(tokenHashes).execute(db)
  return new Map(rows.map(row => [row.tokenHash, row]))
}

const lookups = new WeakMap<Database, BatchLoader<SessionRow>>()

/** A token bound to a browser is valid only with that browser's device cookie. */
const isHere = ({ deviceHash }: Session, device: string | undefined): boolean =>
  deviceHash === null || (device !== undefined && hashToken(device) === deviceHash)

/** The user of a session that has not ended, with the session's times. */
export async function sessionOf(
  db: Database,
  tokenHash: string,
  device: string | undefined,
  now: number,
): Promise<{ user: SignedIn; session: Session } | undefined> {
  const lookup = lookups.get(db) ?? new BatchLoader(hashes => sessionRows(db, hashes))
  lookups.set(db, lookup)
  const row = await lookup.load(tokenHash)
  return row && Number(row.expiresAt) > now && isHere(row, device) ? { user: signedIn(row), session: row } : undefined
}

/** The account of this name, disabled or not: only after a correct password may an answer tell which. */
export async function accountByName(
  db: Database,
  username: string,
): Promise<{ user: SignedIn; enabled: boolean } | undefined> {
  const { rows } =
    await sql<UserRow>`select ${COLUMNS} from "user" u where u.username = ${username} and u."delFlag" = 0`.execute(db)
  return rows[0] && { user: signedIn(rows[0]), enabled: rows[0].enabled !== 0 }
}

/** Users with their rights: given ones, those of units, all of a customer, or all. */
export async function livePeople(
  db: Database,
  which: { ids: string[] } | { orgs: string[] } | { customerId: string } | 'all',
): Promise<SignedIn[]> {
  if (which !== 'all' && 'ids' in which && which.ids.length === 0) return []
  const some =
    which === 'all'
      ? sql`true`
      : 'ids' in which
        ? sql`u.id in (${sql.join(which.ids)})`
        : 'orgs' in which
          ? sql`u."orgId" in (${sql.join(which.orgs)})`
          : sql`coalesce(u."customerId", '') = ${which.customerId}`
  const { rows } = await sql<UserRow>`select ${COLUMNS} from "user" u where ${some} and ${LIVE}`.execute(db)
  return rows.map(signedIn)
}

/** Users, including disabled ones, who may be enabled again. */
export async function peopleById(db: Database, ids: readonly string[]): Promise<SignedIn[]> {
  if (ids.length === 0) return []
  const { rows } =
    await sql<UserRow>`select ${COLUMNS} from "user" u where u."delFlag" = 0 and u.id in (${sql.join(ids)})`.execute(db)
  return rows.map(signedIn)
}

export async function userByName(db: Database, username: string): Promise<SignedIn | undefined> {
  const { rows } =
    await sql<UserRow>`select ${COLUMNS} from "user" u where u.username = ${username} and ${LIVE}`.execute(db)
  return rows[0] && signedIn(rows[0])
}
