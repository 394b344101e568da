import { createHash } from 'node:crypto'
import type { SignedIn } from '../../../server/access/signed-in.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { chinaTime, momentOf } from '../../../server/db/time.ts'
import type { Generating } from './ground/generating.ts'
import type { Shown } from './register.ts'
import { addressOf } from './walk/outcome.ts'
import { DAY_OF_WORK, HOUR_OF_WORK, type WorkingTime } from './walk/working-time.ts'

/** Days of work that the log of sign-ins goes back. */
const DAYS = 245
const DEVICES = ['Chrome 126 / Windows', 'Edge 126 / Windows', 'Chrome 109 / Windows', '360安全浏览器 / Windows']
const MISTAKE = 0.04
/** on how many of the days somebody signs in */
const LEAST = 0.03
const MOST = 0.5
const MINUTE_MS = 60_000

const idOf = (...parts: (string | number)[]): string =>
  createHash('sha256')
    .update(`demo ${parts.join(' ')}`)
    .digest('hex')

function signIn(g: Generating, by: SignedIn, at: number, day: number): TableRow[] {
  const base: TableRow = {
    username: by.username,
    userId: by.id,
    nickName: by.nickName,
    orgName: by.orgName,
    areaCode: by.areaCode,
    customerId: by.customerId,
    ip: addressOf(by),
    device: DEVICES[by.id.length % DEVICES.length] ?? null,
    failReason: null,
    logoutTime: null,
  }
  const out = g.random.chance(0.6) ? chinaTime(at + g.random.int(40, 240) * MINUTE_MS) : null
  const mistake: TableRow[] = g.random.chance(MISTAKE)
    ? [
        {
          ...base,
          id: idOf(by.id, day, 'x'),
          loginTime: chinaTime(at - MINUTE_MS),
          result: '0',
          failReason: '用户名或密码错误',
        },
      ]
    : []
  return [...mistake, { ...base, id: idOf(by.id, day), loginTime: chinaTime(at), logoutTime: out, result: '1' }]
}

/** Whoever works signs in, in the morning: some nearly every day, most once or twice a week. */
export function signIns(g: Generating, work: WorkingTime, people: readonly SignedIn[]): TableRow[] {
  const today = work.since(momentOf(`${chinaTime(g.now).slice(0, 10)} 00:00:00`))
  return people.flatMap(by => {
    const share = LEAST + g.random.next() ** 4 * (MOST - LEAST)
    return Array.from({ length: DAYS }, (_, day) => day).flatMap(day => {
      if (!g.random.chance(share)) return []
      const ago = today + day * DAY_OF_WORK + DAY_OF_WORK - g.random.int(2, 2 * HOUR_OF_WORK)
      return signIn(g, by, work.ago(ago), day)
    })
  })
}

/** The last time that somebody came in, for the list of users. */
export function lastLogins(logins: readonly TableRow[]): Map<string, string> {
  const last = new Map<string, string>()
  for (const { userId, loginTime, result } of logins) {
    const [user, time] = [String(userId), String(loginTime)]
    if (result === '1' && time > (last.get(user) ?? '')) last.set(user, time)
  }
  return last
}

const VERIFIED = 90 * 86_400_000

/** That a carrier has been verified stands in the operation log, as long as the log is looked at. */
export function verifications(
  g: Generating,
  carriers: readonly Shown[],
  callOf: (kind: string) => { entity: string; action: string } | undefined,
  people: ReadonlyMap<string, SignedIn>,
): TableRow[] {
  const since = chinaTime(g.now - VERIFIED)
  return carriers.flatMap(({ kind, key, row }) => {
    const by = people.get(String(row['auditBy'] ?? ''))
    const time = String(row['auditTime'] ?? '')
    const call = callOf(kind)
    if (!by || !call || time < since) return []
    const found = { auditStatus: row['auditStatus'] ?? null, opinion: row['opinion'] ?? null }
    return [
      {
        time,
        userId: by.id,
        username: by.username,
        nickName: by.nickName,
        areaCode: by.areaCode,
        customerId: by.customerId,
        ...call,
        objectId: key,
        before: JSON.stringify({ auditStatus: '9' }),
        after: JSON.stringify(found),
        ip: addressOf(by),
      },
    ]
  })
}
