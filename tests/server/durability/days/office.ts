import { randomUUID } from 'node:crypto'
import { SUBMISSION_HEADER, type Envelope, type ListAnswer } from '../../../../src/core/contract/api.ts'
import { SUBJECT } from '../../support/site.ts'

const PASSWORD = 'Wangjian2025'
const CLIENT = { 'client-id': 'webApp', 'client-secret': 'webApp' }

/** What people have been told that is kept. */
export interface Kept {
  sites: string[]
  clues: string[]
}

/** A person of the demonstration who works a day: signs in, reads, enters a site, reports a clue. */
export class Clerk {
  readonly #url: string
  readonly #name: string
  #token = ''

  constructor(url: string, name: string) {
    this.#url = url
    this.#name = name
  }

  async signIn(): Promise<void> {
    const query = new URLSearchParams({ username: this.#name, password: PASSWORD }).toString()
    const { access_token: token } = await this.#answer<{ access_token: string }>(
      `/api-auth/oauth/user/token?${query}`,
      { method: 'POST', headers: CLIENT },
    )
    this.#token = token
  }

  async read(): Promise<number> {
    const { totalRecord } = await this.#send<ListAnswer>('/api-im/website/websiteList', {
      pageNo: 1,
      pageRowNo: 20,
      pageFlag: 1,
    })
    return totalRecord
  }

  enterSite(name: string): Promise<string> {
    const address = { siteName: name, domain: `${name}.example`, siteUrl: `https://${name}.example/`, siteType: '1' }
    return this.#send('/api-im/website/save', { ...address, ...SUBJECT })
  }

  async reportClue(name: string): Promise<string> {
    const clue = { objectName: name, objectUrl: `https://${name}.example/`, illegalCategory: '01', illegalDesc: name }
    return (await this.#send<{ resultId: string }>('/api-im/ivIdIllegalResult/reportAdd', clue)).resultId
  }

  /** Changes these sites in the background, and waits for the end. */
  async changeAll(keys: string[], remark: string): Promise<void> {
    const { id } = await this.#send<{ id: string }>('/api-console/batches', {
      call: 'website.save',
      args: { remark },
      keys,
    })
    for (;;) {
      const { finished, ok } = await this.#answer<{ finished: boolean; ok: number }>(`/api-console/batches?id=${id}`, {
        headers: { authorization: `Bearer ${this.#token}` },
      })
      if (finished && ok !== keys.length) throw new Error(`${ok} of ${keys.length} sites were changed`)
      if (finished) return
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  #send<T>(path: string, body: object): Promise<T> {
    return this.#answer<T>(path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        [SUBMISSION_HEADER]: randomUUID(),
      },
      body: JSON.stringify(body),
    })
  }

  async #answer<T>(path: string, init: RequestInit): Promise<T> {
    const answer = await fetch(`${this.#url}/prod-api${path}`, init)
    const { data, resultMsg } = (await answer.json()) as Envelope<T>
    if (!answer.ok || data === undefined) throw new Error(`${this.#name}, ${path}: ${answer.status} ${resultMsg}`)
    return data
  }
}

/** Days of an office, one after another: who works in it, and what they enter. */
export class Office {
  readonly #clerks: Clerk[]
  readonly #kept: Kept
  #mine: string[] = []

  constructor(url: string, names: readonly string[], kept: Kept) {
    this.#clerks = names.map(name => new Clerk(url, name))
    this.#kept = kept
  }

  async arrive(): Promise<void> {
    for (const clerk of this.#clerks) await clerk.signIn()
  }

  /** Everybody reads, enters a site and reports a clue. */
  async work(): Promise<void> {
    await Promise.all(
      this.#clerks.map(async (clerk, nth) => {
        const name = `day-${this.#kept.sites.length + nth}`
        await clerk.read()
        const site = await clerk.enterSite(name)
        this.#kept.sites.push(site)
        if (nth === 0) this.#mine.push(site)
        this.#kept.clues.push(await clerk.reportClue(name))
      }),
    )
  }

  /** The first of them changes what they have entered last, in the background. */
  async changeAll(remark: string): Promise<void> {
    await this.#clerks[0]?.changeAll(this.#mine.slice(-20), remark)
  }
}
