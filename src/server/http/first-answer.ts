import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONFIG_HEADER, rewritePath } from '../../core/contract/api.ts'
import { callKey, type CarriedAnswer, type CarriedBoot } from '../../core/contract/carried.ts'
import type { Call } from '../../core/contract/configuration.ts'
import { firstArgs, type KeptOfList } from '../../core/contract/first-args.ts'
import { cookieOrBearer } from './request/request.ts'

export interface ComingAnswer {
  key: string
  answer: Promise<CarriedAnswer | undefined>
}
export interface FirstAsked {
  request: FastifyRequest
  boot: CarriedBoot['boot']
  /** what this person keeps of the list */
  kept: KeptOfList
}

/** Milliseconds; what takes longer the console asks itself, and may say that it waits. */
const PATIENCE_MS = 5000

/** Headers of the browser that tell who asks, and from where. */
const PASSED = ['cookie', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip']

/**
 * Asks for what a list asks for first, by the very request that the console would send: with the same rights, limits
 * and answers. Undefined where only the console knows what that is.
 */
export function firstAnswer(app: FastifyInstance, { request, boot, kept }: FirstAsked): ComingAnswer | undefined {
  const { page } = boot
  if (page?.kind !== 'list' || page.source.in !== 'body' || page.source.path.includes('{')) return undefined
  const args = firstArgs(page, new URL(request.url, 'http://console').search, kept)
  if (!args) return undefined
  const key = callKey(page.source, args)
  const asked = answerTo(app, request, boot, page.source, args).then(
    got => got && { key, ...got },
    () => undefined,
  )
  return { key, answer: inTime(asked) }
}

async function answerTo(
  app: FastifyInstance,
  request: FastifyRequest,
  { manifest }: CarriedBoot['boot'],
  { method, path }: Call,
  args: Record<string, unknown>,
): Promise<Omit<CarriedAnswer, 'key'> | undefined> {
  const { base, clientId, clientSecret } = manifest.app.api
  const token = cookieOrBearer(request, String(manifest.app.constants['tokenCookie'] ?? 'Token'))
  const passed = PASSED.flatMap(name => (request.headers[name] ? [[name, request.headers[name]] as const] : []))
  const answer = await app.inject({
    method: method as 'GET' | 'POST',
    url: base + rewritePath(path),
    headers: {
      ...Object.fromEntries(passed),
      client_id: clientId,
      client_secret: clientSecret,
      authorization: `Bearer ${token ?? ''}`,
    },
    remoteAddress: request.socket.remoteAddress ?? request.ip,
    payload: args,
  })
  // whatever went wrong the console hears when it asks itself
  if (answer.statusCode !== 200) return undefined
  const version = answer.headers[CONFIG_HEADER]
  return { text: answer.payload, version: typeof version === 'string' ? version : undefined }
}

async function inTime<T>(coming: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined)
  })
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}
