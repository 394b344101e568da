import type { FastifyError } from 'fastify'
import type { EnvelopeKind } from '../../core/model/documents.ts'
import { failure } from './envelope.ts'
import { Refusal, SERVER_FAULT } from './refusal.ts'

const BODY_TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE'
/** PostgreSQL's class 22: a value that does not fit its type */
const isDataException = (code: unknown): boolean => typeof code === 'string' && code.startsWith('22')

function understood(error: Error & { code?: unknown; statusCode?: number }): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error.code === BODY_TOO_LARGE) return new Refusal(413, '请求内容过大')
  if (isDataException(error.code)) return new Refusal(400, '请求参数错误')
  if (error.statusCode !== undefined && error.statusCode < 500) return new Refusal(error.statusCode, error instanceof SyntaxError ? '请求内容不是合法的 JSON' : '请求参数错误')
  return undefined
}

/** What the caller is told; faults say nothing of the inside. */
export function faultAnswer(error: FastifyError | Error, kind: EnvelopeKind, log: (error: Error) => void): { status: number; body: object } {
  const refusal = understood(error)
  if (!refusal) {
    log(error)
    return { status: 500, body: failure(kind, 500, SERVER_FAULT) }
  }
  // calls of the user service say by `code` whether they worked, and the console shows their `msg`
  const status = kind === 'code' && refusal.status === 400 ? 200 : refusal.status
  return { status, body: failure(kind, refusal.status, refusal.message, refusal.errors, refusal.data) }
}
