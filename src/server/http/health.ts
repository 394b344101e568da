import type { FastifyReply } from 'fastify'
import { machineFault } from '../answer/machine.ts'
import { failure } from '../answer/envelope.ts'
import { troubleOf, type Trouble } from '../answer/unavailable.ts'
import type { Services } from '../call/context.ts'
import { isOutdated } from '../call/outdated.ts'
import { hashToken } from '../session/login.ts'
import { sessionOf } from '../session/user.ts'
import { refuseReadOnly, tryDisk, trySaving } from './saving.ts'

/** Load balancers give up after about this time. */
const WITHIN_MS = 3000
/** Hash of a token that cannot exist, because tokens never contain this character. */
const NOBODY = hashToken('?')

/** The tables are another version's: most of what is asked here fails. */
class Outdated extends Error {
  readonly code = '42703'
}

/**
 * Runs what a typical request needs: a session on one pool of connections, a record on the other, tables as this
 * version made them, and what every save does.
 */
async function ask(services: Services): Promise<void> {
  const { db } = services
  await tryDisk(services)
  await sessionOf(db, NOBODY, undefined, 0)
  await refuseReadOnly(db)
  if (await isOutdated(services)) throw new Outdated()
  await trySaving(services)
}

async function inTime(asked: Promise<void>, within: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('late')), within)
  })
  await Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** How many replicas answer, of how many: without any the primary answers all, so the server is well. */
const replicasOf = ({ replicas }: Services): object =>
  replicas
    ? { replicas: { ready: replicas.states.filter(state => state === 'ready').length, of: replicas.states.length } }
    : {}

type Told = readonly [status: string, words: string]
const AWAY: Told = ['away', '数据库没有回应，请稍后重试 / the database does not answer']
const TOLD: Partial<Record<Trouble, Told>> = {
  readOnly: ['read-only', '数据库当前是只读的，不能保存 / the database is read-only, nothing can be saved'],
  replaced: [
    'replaced',
    '数据库已切换到另一台机器，本服务连的不是现在的主库 / another machine is the primary now, this server is connected to the former one',
  ],
  otherTables: [
    'outdated',
    '数据库已由另一个版本的服务改过，本服务须升级或重新启动 / another version has changed the tables: upgrade or restart this server',
  ],
}

function toldOf(error: unknown): Told {
  const trouble = troubleOf(error as Error)
  const machine = trouble === 'machine' ? machineFault(error) : undefined
  if (machine) return [machine.name, `${machine.words}，不能保存 / ${machine.english}, nothing can be saved`]
  return (trouble && TOLD[trouble]) ?? AWAY
}

/** 200 if a user's request would be answered, a save too, else 503, so that a load balancer picks another server. */
export async function health(services: Services, reply: FastifyReply, within = WITHIN_MS): Promise<object> {
  reply.header('cache-control', 'no-store')
  try {
    await inTime(ask(services), within)
    return { status: 'ok', configuration: services.configuration().version, ...replicasOf(services) }
  } catch (error) {
    const [status, words] = toldOf(error)
    reply.code(503).header('retry-after', '5')
    return { status, ...failure('resultCode', 503, words) }
  }
}
