import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { chinaTime } from '../db/time.ts'
import { hashToken } from './secrets/hash.ts'
import { userByName } from './user.ts'

const NAME_LENGTH = 60

const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['QQ', /QQBrowser\/(\d+)/],
  ['微信', /MicroMessenger\/(\d+)/],
  ['Firefox', /Firefox\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
]
const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux|X11/],
]

/** 'Chrome 128 / Windows': lets people recognise their own sign-ins. */
export function deviceOf(agent: string): string {
  const browser = BROWSERS.flatMap(([name, pattern]) => {
    const found = pattern.exec(agent)
    return found ? [`${name} ${found[1] ?? ''}`.trim()] : []
  })[0]
  const system = SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0]
  return [browser, system].filter(Boolean).join(' / ')
}

export interface Attempt {
  username: string
  ip: string
  device: string
}
/** A successful sign-in is logged under the hash of its session, so that signing out finds the entry. */
export type SignInOutcome = { token: string } | { failReason: string }

const printable = (text: string): string => [...text.replaceAll('\u0000', '')].slice(0, NAME_LENGTH).join('')

export async function noteLogin(
  db: Database,
  { username, ip, device }: Attempt,
  outcome: SignInOutcome,
): Promise<void> {
  const user = await userByName(db, printable(username))
  const ok = 'token' in outcome
  await db
    .insertInto('loginLog')
    .values({
      id: ok ? hashToken(outcome.token) : randomUUID(),
      username: printable(username),
      userId: user?.id ?? null,
      nickName: user?.nickName ?? null,
      orgName: user?.orgName ?? null,
      areaCode: user?.areaCode ?? null,
      customerId: user?.customerId ?? null,
      ip,
      device: device || null,
      loginTime: chinaTime(),
      result: ok ? '1' : '0',
      failReason: ok ? null : outcome.failReason,
    })
    .execute()
}

export async function noteLogout(db: Database, tokenHash: string): Promise<void> {
  await db
    .updateTable('loginLog')
    .set({ logoutTime: chinaTime() })
    .where('id', '=', tokenHash)
    .where('logoutTime', 'is', null)
    .execute()
}
