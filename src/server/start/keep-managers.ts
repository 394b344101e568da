import type { Configuration } from '../../core/index.ts'
import { scopeOf } from '../../core/model/scope.ts'
import { canManage } from '../calls/accounts/managers.ts'
import { inSlices } from '../time/slices.ts'
import type { Database } from '../db/database.ts'
import { livePeople } from '../session/user.ts'
import type { SignedIn } from '../access/signed-in.ts'
import { StartRefusal } from './settings/refusal.ts'

/** Entry in sys_meta: customers that had a manager of users and roles under the configuration last in force. */
const KNOWN = 'managed customers'
/** Entry in sys_meta: what decided that. */
const FOUND_BY = 'managed customers by'

type People = readonly SignedIn[]

/** Customers ('' is the platform) whose users and roles some of these people can manage. */
function managed(configuration: Configuration, people: People): Set<string> {
  const of = new Map<string, SignedIn[]>()
  for (const user of people) {
    const theirs = of.get(user.customerId)
    if (theirs) theirs.push(user)
    else of.set(user.customerId, [user])
  }
  return new Set([...of].filter(([, theirs]) => canManage(configuration, theirs)).map(([customer]) => customer))
}

/** The pages that this is decided by, compiled beside requests. */
function* pagesOf(configuration: Configuration, people: People): Generator<void, void> {
  const customers = new Map(people.map(user => [user.customerId, scopeOf(user)]))
  yield* configuration.warm(customers.values())
}

/** Customers that have a manager now but would have none after the edit. */
export async function lockedOut(db: Database, now: Configuration, next: Configuration): Promise<string[]> {
  const people = await livePeople(db, 'all')
  const after = managed(next, people)
  return [...managed(now, people)].filter(customer => !after.has(customer)).sort()
}

const named = (customers: readonly string[]): string[] =>
  customers.map(customer => (customer === '' ? '平台 / the platform' : `客户 / customer ${customer}`))

/** Refuses an edit of menus or roles that leaves a customer without anyone who can restore access. */
export async function keepManagers(db: Database, now: Configuration, next: Configuration): Promise<void> {
  const customers = await lockedOut(db, now, next)
  if (customers.length === 0) return
  throw new StartRefusal(
    '改动之后将没有人能管理用户和角色，所以没有生效。请保留他们菜单中的用户和角色页面，以及页面上的保存按钮。',
    'The edit would leave nobody who can manage users and roles, so it is not in force. Keep the pages of users '
      + 'and roles, and what saves them, in reach.',
    named(customers),
  )
}

async function entry(db: Database, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('sys_meta').select('value').where('name', '=', name).executeTakeFirst()
  return row && String(row['value'])
}

async function enter(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('sys_meta')
    .values({ name, value })
    .onConflict(on => on.column('name').doUpdateSet({ value }))
    .execute()
}

/** By which configuration, judged by which program, and what: an earlier release writes only the latter. */
const foundBy = (print: string, known: string): string => JSON.stringify([print, known])

/**
 * Stores, for the next start, which customers have a manager. `print`: of the configuration and the program that judges
 * it, where both are those of the start; without, the next start looks again.
 */
export async function rememberManaged(
  db: Database,
  configuration: Configuration,
  { people, print = '' }: { people?: People; print?: string } = {},
): Promise<void> {
  const value = JSON.stringify([...managed(configuration, people ?? (await livePeople(db, 'all')))].sort())
  await enter(db, KNOWN, value)
  await enter(db, FOUND_BY, foundBy(print, value))
}

/**
 * The same for edits made while no server was running: with no good configuration to fall back on, the server does not
 * start. Looks at nobody where nobody was known or nothing has been edited: that compiles every page. Whether what is
 * known is of this configuration.
 */
export async function keepManagersAtStart(
  db: Database,
  configuration: Configuration,
  { insist, print }: { insist: boolean; print: string },
): Promise<boolean> {
  const stored = await entry(db, KNOWN)
  if (stored === undefined) return false
  if (print !== '' && (await entry(db, FOUND_BY)) === foundBy(print, stored)) return true
  const people = await livePeople(db, 'all')
  const now = managed(configuration, people)
  // customers without users are ignored
  const lost = (JSON.parse(stored) as string[]).filter(
    customer => !now.has(customer) && people.some(user => user.customerId === customer),
  )
  if (lost.length > 0 && insist) {
    throw new StartRefusal(
      '按现在的配置将没有人能管理下列各方的用户和角色，而此前有人能，所以服务没有启动。请恢复他们菜单中的用户和角色页面，以及页面上的保存按钮；确实要这样，用 KEEP_MANAGERS=0 启动一次。',
      'By this configuration nobody could manage the users and roles of those below, and before somebody could, '
        + 'so the server does not start. Bring the pages of users and roles, and what saves them, back into reach; '
        + 'if it is meant so, start once with KEEP_MANAGERS=0.',
      named(lost),
    )
  }
  await rememberManaged(db, configuration, { people, print })
  return true
}

/** Those who came since are known, too, once the server has been up for a while. */
const AGAIN_MS = 20_000

interface Remembering {
  db: Database
  live: { readonly configuration: Configuration }
  /** as above */
  print: string
  /** what is known is of this configuration: those who came since can do without */
  isKnown: boolean
}

/** What a start that looked at nobody has left out: done beside requests; returns what ends it. */
export function rememberManagedSoon(
  { db, live, print, isKnown }: Remembering,
  failed: (error: unknown) => void,
): () => Promise<void> {
  const { configuration } = live
  let going: Promise<void> | undefined
  const look = async (): Promise<void> => {
    const people = await livePeople(db, 'all')
    await inSlices(pagesOf(configuration, people))
    // an edit has remembered what is in force since
    if (live.configuration === configuration) await rememberManaged(db, configuration, { people, print })
  }
  const begin = (): void => {
    going ??= look().catch(failed)
  }
  const timer = setTimeout(begin, AGAIN_MS)
  timer.unref()
  return async () => {
    clearTimeout(timer)
    if (!isKnown) begin()
    await going
  }
}
