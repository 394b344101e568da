import { lookup } from 'node:dns/promises'
import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublic } from './addresses.ts'

export interface Probed {
  ok: boolean
  /** HTTP status; null without an answer */
  status: number | null
  /** why there was no answer, as a message for staff */
  problem?: string
}
export type Probe = (url: string) => Promise<Probed>

export interface ProbeSettings {
  /** milliseconds for a probe with all its redirects */
  timeLimit: number
  mayAsk(address: string): boolean
}

const REDIRECTS = 3
const STANDARD: ProbeSettings = { timeLimit: 8000, mayAsk: isPublic }
/** Statuses that mean the site exists but refuses us. */
const GUARDED = new Set([401, 403, 429])
/** Statuses for which a HEAD request is repeated as GET. */
const ONLY_GET = new Set([400, 403, 405, 501])

class Unasked extends Error {}

/**
 * The checked IP address, which is then connected to: the name might resolve differently the next time (DNS rebinding).
 */
async function addressFor(host: string, mayAsk: ProbeSettings['mayAsk']): Promise<string> {
  const name = host.replace(/^\[|\]$/g, '')
  const found = isIP(name) ? [name] : (await lookup(name, { all: true })).map(({ address }) => address)
  const [first] = found
  if (first === undefined || !found.every(mayAsk)) throw new Unasked('网址指向内部地址，不予访问')
  return first
}

async function ask(method: 'HEAD' | 'GET', url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_name, options, done) => {
    const family = isIP(address)
    if (options.all) done(null, [{ address, family }])
    else done(null, address, family)
  }
  const send = url.protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    const asked = send(
      url,
      { method, lookup: pinned, signal, agent: false, headers: { 'user-agent': 'wangjian-probe', accept: '*/*' } },
      answer => {
        // only the status matters, so the body is not read
        answer.destroy()
        resolve(answer)
      },
    )
    asked.once('error', reject)
    asked.end()
  })
}

async function follow(first: string, { mayAsk }: ProbeSettings, signal: AbortSignal): Promise<number> {
  let url = new URL(first)
  for (let hop = 0; ; hop++) {
    if (!/^https?:$/.test(url.protocol)) throw new Unasked('网址应以 http:// 或 https:// 开头')
    const address = await addressFor(url.hostname, mayAsk)
    const head = await ask('HEAD', url, address, signal)
    const answer = ONLY_GET.has(head.statusCode ?? 0) ? await ask('GET', url, address, signal) : head
    const status = answer.statusCode ?? 0
    const { location } = answer.headers
    if (status < 300 || status >= 400 || !location || hop === REDIRECTS) return status
    url = new URL(location, url)
  }
}

function wordsFor(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return '网站没有在限定时间内应答'
  if (error instanceof Unasked) return error.message
  const code = (error as { code?: string }).code ?? ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return '域名无法解析'
  return code.startsWith('ERR_TLS') || code.includes('CERT') ? '网站的证书无效' : '无法连接到网站'
}

/** Checks whether a web address answers. Never sends requests into the own network, unless the settings allow it. */
export async function probe(url: string, settings: ProbeSettings = STANDARD): Promise<Probed> {
  const limit = AbortSignal.timeout(settings.timeLimit)
  // a slow name server counts against the time limit as well
  const late = new Promise<never>((_resolve, reject) =>
    limit.addEventListener('abort', () => reject(new Error('late')), { once: true }),
  )
  try {
    const status = await Promise.race([follow(url, settings, limit), late])
    return { ok: (status >= 200 && status < 400) || GUARDED.has(status), status }
  } catch (error) {
    return { ok: false, status: null, problem: wordsFor(error, limit) }
  }
}
