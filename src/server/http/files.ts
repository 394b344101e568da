import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rowScope } from '../access/row-scope.ts'
import { entitiesIn } from '../access/scoped-entities.ts'
import type { Services } from '../call/context.ts'
import { readFileOf } from '../attachments/register.ts'
import { FileAnswer } from '../files/store.ts'
import { MAX_FILE_MB, MAX_FILES, type Upload } from '../files/upload.ts'
import type { Identify } from '../session/identify.ts'
import { faultAnswer } from './request/faults.ts'
import { badRequest, dutyOf, unauthorised } from '../answer/refusal.ts'
import { cookieOrBearer, deviceOf } from './request/request.ts'
import { scopeOf } from '../../core/model/scope.ts'

/** One byte above our own limit, so that our own check refuses first, with a readable message. */
const LIMITS = { fileSize: MAX_FILE_MB * 1024 * 1024 + 1, files: MAX_FILES, fields: 20, fieldSize: 64 * 1024 }

/** Errors of the multipart parser mean a broken or malformed form: reported as the client's fault. */
async function* readable<T>(parts: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* parts
  } catch (error) {
    throw (error as { statusCode?: number }).statusCode === undefined ? badRequest('上传的内容不完整') : error
  }
}

export async function* uploadsOf(request: FastifyRequest): AsyncIterable<Upload> {
  for await (const part of readable(request.parts())) {
    if (part.type === 'file') yield { name: part.filename ?? '', content: readable<Uint8Array>(part.file) }
  }
}

const disposition = ({ name, inline }: FileAnswer): string =>
  `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`

/** Sends an envelope or a file. Uploaded files get a sandboxing CSP, so that they have no access to our origin. */
export async function sendAnswer(reply: FastifyReply, answer: object): Promise<void> {
  if (!(answer instanceof FileAnswer)) {
    await reply.send(answer)
    return
  }
  await reply
    .type(answer.type)
    .headers(answer.headers)
    .header('content-disposition', disposition(answer))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(answer.content)
}

async function serve(services: Services, identify: Identify, request: FastifyRequest): Promise<FileAnswer> {
  const configuration = services.configuration()
  const cookie = String(configuration.scope({}).app.constants['tokenCookie'] ?? 'Token')
  const token = cookieOrBearer(request, cookie)
  const user = token === undefined ? undefined : await identify(token, deviceOf(request))
  if (!user) throw unauthorised()
  const duty = dutyOf(user)
  if (duty) throw duty
  const scoped = configuration.scope(scopeOf(user))
  const entities = () => entitiesIn(services, scoped)
  const reader = { ...services, user, scoped, entities, rows: rowScope(user, configuration.customers(), scoped) }
  return readFileOf(reader, (request.params as { id: string }).id)
}

/** Whether the browser has what this tag names (RFC 9110, 13.1.2). */
const isNamedIn = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some(one => one.trim().replace(/^W\//, '') === tag)

/**
 * Routes for uploads and for downloads below the file base. Images in pages cannot send an Authorization header, so
 * downloads accept the cookie.
 */
export async function fileRoutes(app: FastifyInstance, services: Services, identify: Identify): Promise<void> {
  await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
  const { fileBase } = services.configuration().scope({}).app.api
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      const file = await serve(services, identify, request)
      // asked for each time, since whoever uses this browser next is somebody else; a file never changes
      const tag = `"${(request.params as { id: string }).id}"`
      reply.headers({ 'cache-control': 'private, no-cache', etag: tag })
      if (!isNamedIn(request.headers['if-none-match'], tag)) return await sendAnswer(reply, file)
      file.content.destroy()
      await reply.code(304).send()
    } catch (error) {
      const fault = faultAnswer(error as Error, 'resultCode', reason => request.log.error(reason))
      await reply.code(fault.status).header('cache-control', 'no-store').removeHeader('etag').send(fault.body)
    }
  }
  app.get(`${fileBase}/:id`, answer)
  // the name at the end of the address is for people only; the id decides
  app.get(`${fileBase}/:id/:name`, answer)
}
