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

/** So long the other side may take to hear what it was told; then the connection goes, whatever comes on it. */
const LINGER_MS = 2000

/** Said on the connection itself, where no request can carry it; the connection ends with it. */
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
  // what is closed on one side alone would stay for ever
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** What is no HTTP that can be read. */
export function brokenRequest(error: Error & { code?: string }, socket: Socket): void {
  answerAndEnd(socket, STATUS_OF.get(error.code ?? '') ?? 400, error.code !== 'ECONNRESET')
}
