import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { failure } from '../../answer/envelope.ts'

const WORDS: Readonly<Record<number, string>> = {
  400: '请求不合法',
  408: '请求发送得太慢，已中断，请检查网络后重试',
  431: '请求头过大',
  503: '连接过多，请稍后重试',
}
const STATUS_OF = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/** Milliseconds that the client has to receive the answer; then the connection is destroyed. */
const LINGER_MS = 2000

/** Writes an answer to the raw socket, because there is no request to answer; then closes it. */
export function answerAndEnd(socket: Socket, status: number, isHeard = true): void {
  if (!isHeard || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(failure('resultCode', status, WORDS[status] ?? ''))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  // a connection that only we have closed would otherwise stay half-open for ever
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Answers input that cannot be parsed as HTTP. */
export function brokenRequest(error: Error & { code?: string }, socket: Socket): void {
  answerAndEnd(socket, STATUS_OF.get(error.code ?? '') ?? 400, error.code !== 'ECONNRESET')
}
