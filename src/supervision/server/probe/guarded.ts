import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { guardOf, Inside, portOf, type Guard } from './guard.ts'

export interface ProbeSettings {
  /** milliseconds for a probe with all its redirects */
  timeLimit: number
  guard: Guard
}

const REDIRECTS = 3
export const STANDARD: ProbeSettings = { timeLimit: 8000, guard: guardOf([]) }
/** Statuses for which a HEAD request is repeated as GET. */
const ONLY_GET = new Set([400, 403, 405, 501])

class OtherScheme extends Error {}

async function ask(method: 'HEAD' | 'GET', url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_name, options, done) => {
    const family = isIP(address)
    if (options.all) done(null, [{ address, family }])
    else done(null, address, family)
  }
  const send = url.protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    const headers = { 'user-agent': 'wangjian-probe', accept: '*/*' }
    const asked = send(url, { method, lookup: pinned, signal, agent: false, headers }, resolve)
    asked.once('error', reject)
    asked.end()
  })
}

/** HEAD, and GET where that is refused; the body is not read. */
async function look(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const head = (await ask('HEAD', url, address, signal)).destroy()
  return ONLY_GET.has(head.statusCode ?? 0) ? (await ask('GET', url, address, signal)).destroy() : head
}

/**
 * The answer of a web address after its redirects, each of which is checked like the first. `wants`: only the status,
 * whose answer's body is gone, or the body as well, which the caller reads or destroys.
 */
export async function follow(
  first: string,
  { guard }: ProbeSettings,
  signal: AbortSignal,
  wants: 'status' | 'body' = 'status',
): Promise<IncomingMessage> {
  let url = new URL(first)
  for (let hop = 0; ; hop++) {
    if (!/^https?:$/.test(url.protocol)) throw new OtherScheme()
    // connected to as it was checked: the name might resolve differently the next time (DNS rebinding)
    const address = await guard.addressFor(url.hostname, portOf(url))
    const answer = wants === 'body' ? await ask('GET', url, address, signal) : await look(url, address, signal)
    const status = answer.statusCode ?? 0
    const { location } = answer.headers
    if (status < 300 || status >= 400 || !location || hop === REDIRECTS) return answer
    answer.destroy()
    url = new URL(location, url)
  }
}

/** Why there was no answer, as a message for staff. */
export function wordsFor(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return '网站没有在限定时间内应答'
  if (error instanceof Inside) return '网址指向内部地址，不予访问'
  if (error instanceof OtherScheme) return '网址应以 http:// 或 https:// 开头'
  const code = (error as { code?: string }).code ?? ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return '域名无法解析'
  return code.startsWith('ERR_TLS') || code.includes('CERT') ? '网站的证书无效' : '无法连接到网站'
}

/** A slow name server counts against the time limit as well. */
export const lateAt = (limit: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => limit.addEventListener('abort', () => reject(new Error('late')), { once: true }))
