import type { Database } from '../../db/database.ts'
import type { DatabaseLimits } from '../../db/limits.ts'
import { named } from '../../db/postgres/addresses.ts'
import { poolOf } from '../../db/postgres/named-client.ts'
import { postgresPool } from '../../db/postgres/pool.ts'
import type { Primary } from '../../db/postgres/primary.ts'
import { Replica, type State } from '../../db/replicas/replica.ts'
import { Replicas, type Tell } from '../../db/replicas/replicas.ts'
import type { Log } from '../../product/product.ts'
import type { Settings } from '../settings/environment.ts'
import { messageOf, StartRefusal } from '../settings/refusal.ts'

/** The primary has the answer, too: nobody waits as long for a replica as for a database without which nothing goes. */
const quicker = (limits: DatabaseLimits): DatabaseLimits => ({
  ...limits,
  doubt: Math.min(limits.doubt, 500),
  look: Math.min(limits.look, 1000),
  connect: Math.min(limits.connect, 1000),
})

const WORDS: Record<State, readonly [chinese: string, english: string]> = {
  ready: ['已投入使用', 'is read'],
  late: ['落后主库太多，暂由主库应答', 'is too far behind: the primary is read instead'],
  other: [
    '跟随的不是现在的主库，或还没有跟上它最近一次启动或切换，暂由主库应答',
    'follows another primary, or has not come to the last start of this one: the primary is read instead',
  ],
  primary: ['已不是备库，不作只读副本', 'is a primary, and not read as a replica'],
  away: ['没有应答，暂由主库应答', 'does not answer: the primary is read instead'],
  wrong: [
    '不是主库的只读副本（流复制备库），不会使用，请检查 DATABASE_REPLICAS',
    'is no streaming replica of the primary and is not read: check DATABASE_REPLICAS',
  ],
}

const telling =
  (log: Log): Tell =>
  (name, state, error) => {
    const [chinese, english] = WORDS[state]
    const line = `只读副本 ${name} ${chinese} / replica ${name} ${english}`
    if (state === 'ready') log.info(line)
    else log.error(error === undefined ? line : `${line}: ${messageOf(error)}`)
  }

/**
 * Refuses what is no replica of the primary; one that does not answer is read once it does. Where several machines may
 * be the primary, whichever is may be named here, too: it is read as a replica when another one has taken its place.
 */
export async function openReplicas(
  {
    databaseReplicas: urls,
    replicaLag: lag,
    databaseLimits,
    databaseDirectUrl: direct,
  }: Pick<Settings, 'databaseReplicas' | 'replicaLag' | 'databaseLimits' | 'databaseDirectUrl'>,
  db: Database,
  log: Log,
  closing: (() => Promise<unknown>)[] = [],
  primary?: Primary,
): Promise<Replicas | undefined> {
  if (urls.length === 0) return undefined
  const wrong: string[] = []
  const isOneOfSeveral = primary?.isOneOfSeveral ?? false
  const tell = telling(log)
  const limits = quicker(databaseLimits)
  const shared = direct !== undefined
  const replicas = new Replicas({
    primary: db,
    replicas: urls.map(
      url =>
        new Replica(named(url), admit => postgresPool(url, { limits, shared, admit: client => admit(poolOf(client)) })),
    ),
    lag,
    tell: (name, state, error) => {
      if (state === 'wrong' || (state === 'primary' && !isOneOfSeveral)) wrong.push(name)
      tell(name, state, error)
    },
    heard: lineage => primary?.heard(lineage),
  })
  closing.push(() => replicas.close())
  await replicas.start()
  primary?.addWitness(() => replicas.lookAround())
  if (wrong.length === 0) return replicas
  throw new StartRefusal(
    `DATABASE_REPLICAS 中的 ${wrong.join('、')} 不是 DATABASE_URL 的只读副本：应是它的流复制备库，库名相同。`
      + '如果它刚被提升为主库，请让 DATABASE_URL 指向它。',
    `${wrong.join(', ')} in DATABASE_REPLICAS is no replica of DATABASE_URL: name its streaming standbys, with the `
      + 'same database. If it has just been promoted, let DATABASE_URL lead to it.',
  )
}
