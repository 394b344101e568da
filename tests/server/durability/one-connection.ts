import { Agent, request } from 'node:http'
import type { Envelope } from '../../../src/core/contract/api.ts'

export const JSON_TYPE = { 'content-type': 'application/json' }
const CLIENT = { 'client-id': 'webApp', 'client-secret': 'webApp' }

interface Heard {
  status: number
  text: string
}

/** Somebody all of whose calls go over one connection, which is open already: a server may have no room for another. */
export class OneConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #url: string
  #token = ''

  constructor(url: string) {
    this.#url = url
  }

  ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Heard> {
    return new Promise((resolve, reject) => {
      const asked = request(
        this.#url + path,
        { agent: this.#agent, method, headers: { authorization: `Bearer ${this.#token}`, ...headers } },
        answer => {
          let text = ''
          answer.on('data', (data: Buffer) => (text += data.toString()))
          answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        },
      )
      asked.once('error', reject)
      asked.end(body)
    })
  }

  /** A call of the API and what it answers, where that is JSON. */
  async call<T>(method: string, path: string, body?: object): Promise<Heard & { data?: T | undefined }> {
    const heard = await this.ask(method, `/prod-api${path}`, JSON_TYPE, body && JSON.stringify(body))
    return heard.text.startsWith('{') ? { ...heard, data: (JSON.parse(heard.text) as Envelope<T>).data } : heard
  }

  async signIn(username: string, password: string): Promise<this> {
    const query = new URLSearchParams({ username, password }).toString()
    const { text } = await this.ask('POST', `/prod-api/api-auth/oauth/user/token?${query}`, CLIENT)
    this.#token = (JSON.parse(text) as Envelope<{ access_token: string }>).data?.access_token ?? ''
    return this
  }

  close(): void {
    this.#agent.destroy()
  }
}
