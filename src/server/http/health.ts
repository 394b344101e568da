import type { FastifyReply } from 'fastify'
import type { Services } from '../call/context.ts'
import { hashToken } from '../session/login.ts'
import { sessionOf } from '../session/user.ts'
import { failure } from '../answer/envelope.ts'

/** What watches over servers gives up by then. */
const WITHIN_MS = 3000
/** No session has this token: tokens have no such characters. */
const NOBODY = hashToken('?')

/** Asks as staff ask: who somebody is, on the connections that this takes, then a record on the others. */
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

/** 200 where a person would be answered, else 503: whatever stands before several servers asks another one then. */
export async function health(services: Services, reply: FastifyReply, within = WITHIN_MS): Promise<object> {
  reply.header('cache-control', 'no-store')
  try {
    await inTime(ask(services), within)
    return { status: 'ok', configuration: services.configuration().version }
  } catch {
    reply.code(503).header('retry-after', '5')
    return failure('resultCode', 503, '数据库没有回应，请稍后重试 / the database does not answer')
  }
}
