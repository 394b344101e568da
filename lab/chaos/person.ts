import type { Envelope, ListAnswer } from '../../src/core/contract/api.ts'

export const PASSWORD = 'Xq7-chaos-Lupe92'
const CLIENT = { 'client-id': 'webApp', 'client-secret': 'webApp' }
/** Timeout of a request in milliseconds, so that a hanging server ends the test. */
const PATIENCE_MS = 60_000

export interface Reply<T = unknown> {
  status: number
  body: Envelope<T>
}
interface Asking {
  body?: object
  key?: string
  patience?: number
  signal?: AbortSignal
}

/** A user of a server that may disappear at any moment. */
export class Person {
  url: string
  token = ''
  constructor(url: string) {
    this.url = url
  }

  /** `key`: idempotency key. */
  async ask<T = unknown>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    { body, key, patience = PATIENCE_MS, signal }: Asking = {},
  ): Promise<Reply<T>> {
    const headers = {
      authorization: `Bearer ${this.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    }
    const stop = AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])])
    const answer = await fetch(`${this.url}/prod-api${path}`, {
      method,
      headers,
      signal: stop,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    return { status: answer.status, body: JSON.parse(text) as Envelope<T> }
  }

  async signIn(username: string, password: string): Promise<this> {
    const query = new URLSearchParams({ username, password }).toString()
    const answer = await fetch(`${this.url}/prod-api/api-auth/oauth/user/token?${query}`, {
      method: 'POST',
      headers: CLIENT,
    })
    const { data, resultMsg } = (await answer.json()) as Envelope<{ access_token: string }>
    if (!data) throw new Error(`${username} cannot sign in: ${resultMsg}`)
    this.token = data.access_token
    return this
  }

  /** Signs in as the first administrator and replaces the one-time password. */
  async first(output: string): Promise<this> {
    const once = /admin (\w{12})/.exec(output)?.[1]
    if (once === undefined) return this.signIn('admin', PASSWORD)
    await this.signIn('admin', once)
    await this.ask('PUT', '/api-user/users/password', { body: { oldPassword: once, newPassword: PASSWORD } })
    return this.signIn('admin', PASSWORD)
  }

  list(path: string, body: object = {}): Promise<Reply<ListAnswer>> {
    return this.ask('POST', path, { body: { pageNo: 1, pageRowNo: 20, pageFlag: 1, ...body } })
  }

  async upload(name: string, content: Blob, signal?: AbortSignal): Promise<Reply<{ id: string; url: string }>> {
    const body = new FormData()
    body.append('file', content, name)
    const stop = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])])
    const answer = await fetch(`${this.url}/prod-api/api-im/file/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}` },
      body,
      signal: stop,
    })
    return { status: answer.status, body: (await answer.json()) as Envelope<{ id: string; url: string }> }
  }

  async healthy(patience = 30_000): Promise<number> {
    return fetch(`${this.url}/healthz`, { signal: AbortSignal.timeout(patience) }).then(
      answer => answer.status,
      () => 0,
    )
  }
}
