import { Secret, TOTP } from 'otpauth'
import type { Envelope } from '../../../src/core/contract/api.ts'
import { PASSWORD, type Answer, type Api } from './api.ts'

const CLIENT = {
  client_id: 'webApp',
  client_secret: 'webApp',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/128.0 Safari/537.36',
}
const TOKEN_CALL = '/prod-api/api-auth/oauth/user/token'

export interface SigningIn {
  password?: string
  code?: string
  ip?: string
  bound?: 0 | 1
}

/** A browser that keeps the cookie that scripts cannot read, and signs in as the console does. */
export class BrowserLike {
  #api: Api
  device: string | undefined
  /** the last one as it was set, with all that is said of it */
  setCookie = ''
  token = ''

  constructor(api: Api) {
    this.#api = api
  }

  async signIn(
    username: string,
    { password = PASSWORD, code, ip = '10.7.7.7', bound = 1 }: SigningIn = {},
  ): Promise<Answer<{ access_token: string; reason?: string; retryAfter?: number }>> {
    const answer = await this.#api.app.inject({
      method: 'POST',
      url: TOKEN_CALL,
      remoteAddress: ip,
      headers: { ...CLIENT, ...this.#cookie() },
      payload: { username, password, bound, ...(code === undefined ? {} : { code }) },
    })
    const body = answer.json() as Envelope<{ access_token: string; reason?: string; retryAfter?: number }>
    this.setCookie = String(answer.headers['set-cookie'] ?? this.setCookie)
    this.device = /^Device=([^;]+)/.exec(this.setCookie)?.[1] ?? this.device
    if (answer.statusCode === 200) this.token = body.data?.access_token ?? ''
    return { status: answer.statusCode, headers: answer.headers, body }
  }

  ask<T = unknown>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer<T>> {
    return this.#api.ask<T>(method, path, this.token, body, this.#cookie())
  }

  #cookie(): Record<string, string> {
    return this.device === undefined ? {} : { cookie: `Device=${this.device}` }
  }
}

/** What a phone with this secret shows. */
export const codeAt = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at })

const STEP = 30_000
/** two hours to each side, in steps: the server looks for a phone's clock within a bit more than one */
const HOURS = 240

/** A phone: it never shows a code twice to whoever needs a new one, without waiting half a minute for it. */
export class Phone {
  readonly secret: string
  #last = 0
  constructor(secret: string) {
    this.secret = secret
  }

  /** the code of now, or the next one that the server takes and has not had yet */
  next(now = Date.now()): string {
    const here = Math.floor(now / STEP)
    this.#last = Math.max(this.#last + 1, here - 1)
    if (this.#last > here + 1) throw new Error('The phone has no other code that is good now')
    return codeAt(this.secret, this.#last * STEP)
  }

  /** a code that it shows at no time for which the server looks: one of four thousand is, if nobody looks */
  wrong(now = Date.now()): string {
    const shown = new Set(Array.from({ length: 2 * HOURS }, (_, i) => codeAt(this.secret, now + (i - HOURS) * STEP)))
    const codes = Array.from({ length: shown.size + 1 }, (_, i) => String(i).padStart(6, '0'))
    return codes.find(code => !shown.has(code)) ?? ''
  }
}
