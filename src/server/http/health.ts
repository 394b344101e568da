import type { FastifyReply } from 'fastify'
import type { Services } from '../call/context.ts'
import { hashToken } from '../session/login.ts'
import { sessionOf } from '../session/user.ts'
import { failure } from '../answer/envelope.ts'

/** Load balancers give up after about this time. */
const WITHIN_MS = 3000
/** Hash of a token that cannot exist, because tokens never contain this character. */
const NOBODY = hashToken('?')

/** Runs the queries of a typical request: a session on one pool of connections, a record on the other. */
async function ask({ db }: Services): Promise<void> {
  await sessionOf(db, NOBODY, undefined, 0)
  await db.selectFrom('sys_meta').select('name').limit(1).execute()
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

/** 200 if a user's request would be answered, else 503, so that a load balancer picks another server. */
export async function health(services: Services, reply: FastifyReply, within = WITHIN_MS): Promise<object> {
  reply.header('cache-control', 'no-store')
  try {
    await inTime(ask(services), within)
    return { status: 'ok', configuration: services.configuration().version, ...replicasOf(services) }
  } catch {
    reply.code(503).header('retry-after', '5')
    return failure('resultCode', 503, '数据库没有回应，请稍后重试 / the database does not answer')
  }
}
