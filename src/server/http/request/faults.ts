import type { FastifyError } from 'fastify'
import type { EnvelopeKind } from '../../../core/model/documents.ts'
import { failure } from '../../answer/envelope.ts'
import { Refusal, SERVER_FAULT } from '../../answer/refusal.ts'
import { unavailable } from '../../answer/unavailable.ts'

const WORDS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: '请求内容不是合法的 JSON',
  FST_ERR_BAD_URL: '请求地址不合法',
}
const REASONS: Readonly<Record<number, string>> = {
  404: '地址不存在',
  413: '请求内容过大',
  414: '请求地址过长',
  415: '不支持的请求内容类型',
}
/** PostgreSQL's class 22: a value that does not fit its type */
const isDataException = (code: unknown): boolean => typeof code === 'string' && code.startsWith('22')

/** The client closed the connection before the answer: no fault of the server or the database. */
const isAborted = ({ code, message }: Error & { code?: unknown }): boolean =>
  code === 'ECONNRESET' && message === 'aborted'

function understood(error: Error & { code?: unknown; statusCode?: number }): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isAborted(error)) return new Refusal(400, '请求没有发送完整')
  if (isDataException(error.code)) return new Refusal(400, '请求参数错误')
  if (error.statusCode !== undefined && error.statusCode < 500)
    return new Refusal(error.statusCode, WORDS[String(error.code)] ?? REASONS[error.statusCode] ?? '请求参数错误')
  return undefined
}

/** The answer to a failed request; faults reveal nothing about the server. */
export function faultAnswer(
  error: FastifyError | Error,
  kind: EnvelopeKind,
  log: (error: Error) => void,
): { status: number; body: object; headers?: Readonly<Record<string, string>> } {
  const passing = isAborted(error) ? undefined : unavailable(error)
  const refusal = passing ?? understood(error)
  // the log gets the fault, the user only a sentence
  if (!refusal || passing) log(error)
  if (!refusal) {
    return { status: 500, body: failure(kind, 500, SERVER_FAULT) }
  }
  // calls of the user service report success in `code`, and the console shows their `msg`
  const status = kind === 'code' && refusal.status === 400 ? 200 : refusal.status
  return {
    status,
    body: failure(kind, refusal.status, refusal.message, refusal.errors, refusal.data),
    headers: refusal.headers,
  }
}
