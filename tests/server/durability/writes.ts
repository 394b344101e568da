import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { SUBMISSION_HEADER, type Envelope, type ListAnswer } from '../../../src/core/contract/api.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { hashToken } from '../../../src/server/session/login.ts'
import type { ServerProcess } from '../support/process.ts'
import { SUBJECT } from '../support/site.ts'

export const CHANGED = 'Changed2025'
export interface Reply {
  status: number
  text: string
}
export const SAVE = '/api-im/website/save'

/** Someone at the console of a server that may go away at any moment. */
export class Person {
  url: string
  token = ''
  constructor(url: string) {
    this.url = url
  }

  async ask(path: string, body: object, number?: string): Promise<Reply> {
    const headers = {
      authorization: `Bearer ${this.token}`,
      'content-type': 'application/json',
      ...(number === undefined ? {} : { [SUBMISSION_HEADER]: number }),
    }
    const answer = await fetch(`${this.url}/prod-api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, text: await answer.text() }
  }

  async signIn(username: string, password: string): Promise<this> {
    const answer = await fetch(
      `${this.url}/prod-api/api-auth/oauth/user/token?${new URLSearchParams({ username, password }).toString()}`,
      { method: 'POST', headers: { 'client-id': 'webApp', 'client-secret': 'webApp' } },
    )
    this.token = ((await answer.json()) as Envelope<{ access_token: string }>).data?.access_token ?? ''
    if (this.token === '') throw new Error(`${username} cannot sign in`)
    return this
  }

  /** The first administrator, with a password in place of the one-time one. */
  async first(server: Pick<ServerProcess, 'output'>): Promise<this> {
    const oldPassword = /admin (\w{12})/.exec(server.output)?.[1] ?? ''
    await this.signIn('admin', oldPassword)
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' }
    await fetch(`${this.url}/prod-api/api-user/users/password`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ oldPassword, newPassword: CHANGED }),
    })
    return this.signIn('admin', CHANGED)
  }

  /** One more session of whoever has signed in last: one account stands for many people here. */
  async borrow(db: Database): Promise<this> {
    const last = await db
      .selectFrom('sys_session')
      .select('userId')
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    this.token = randomUUID()
    await db
      .insertInto('sys_session')
      .values({
        tokenHash: hashToken(this.token),
        userId: last['userId'],
        createdAt: Date.now(),
        expiresAt: Date.now() + 3600_000,
        ip: '',
      })
      .execute()
    return this
  }

  async count(): Promise<number> {
    const { text } = await this.ask('/api-im/website/websiteList', { pageRowNo: 1 })
    return (JSON.parse(text) as Envelope<ListAnswer>).data?.totalRecord ?? -1
  }
}

export const site = (name: string, size: number): object => ({
  siteName: name,
  domain: `${name}.example`,
  siteUrl: `https://${name}.example/`,
  siteType: '1',
  areaCode: '340402',
  ...SUBJECT,
  remark: 'k'.repeat(size),
})

interface Sent {
  body: object
  number: string
}

/** A stream of saves, several at a time: what was acknowledged, and what was refused with which answer. */
export class Stream {
  readonly acknowledged: string[] = []
  readonly refused: Reply[] = []
  /** saves without any answer, as they can be sent again: the server itself went away */
  readonly lost: Sent[] = []
  /** the last that each has had an answer to */
  readonly kept = new Map<Person, Sent & { id: string }>()
  stopped = false
  #workers: Promise<void>[]

  constructor(people: Person[], size = 20) {
    this.#workers = people.map((person, at) => this.#write(person, `s${Date.now().toString(36)}-${at}`, size))
  }

  async #write(person: Person, prefix: string, size: number): Promise<void> {
    for (let i = 0; !this.stopped; i++) {
      const sent = { body: site(`${prefix}-${i}`, size), number: randomUUID() }
      const reply = await person.ask(SAVE, sent.body, sent.number).catch(() => undefined)
      if (reply?.status === 200) this.#keep(person, sent, (JSON.parse(reply.text) as Envelope<string>).data ?? '')
      else if (reply) this.refused.push(reply)
      else this.lost.push(sent)
      if (reply?.status !== 200) await new Promise(resolve => setTimeout(resolve, 30))
    }
  }

  #keep(person: Person, sent: Sent, id: string): void {
    this.acknowledged.push(id)
    this.kept.set(person, { ...sent, id })
  }

  get unanswered(): number {
    return this.lost.length
  }

  /** Sends again what had no answer, and once more what had one: what is told the second time. */
  async again(person: Person): Promise<void> {
    for (const { body, number } of this.lost) {
      const first = await person.ask(SAVE, body, number)
      expect([first.status, await person.ask(SAVE, body, number)]).toEqual([200, first])
    }
    for (const { body, number, id } of this.kept.values())
      expect(await person.ask(SAVE, body, number)).toMatchObject({
        status: 200,
        text: expect.stringContaining(id) as string,
      })
  }

  async until(reached: () => boolean): Promise<void> {
    while (!reached()) await new Promise(resolve => setTimeout(resolve, 10))
  }

  /** until so many more saves are acknowledged: it works (again) */
  more(count: number): Promise<void> {
    const from = this.acknowledged.length
    return this.until(() => this.acknowledged.length >= from + count)
  }

  async stop(): Promise<void> {
    this.stopped = true
    await Promise.all(this.#workers)
  }
}

/** What was sent under one number has its own name: none is there twice. */
async function twice(db: Database): Promise<unknown[]> {
  return db
    .selectFrom('website')
    .select('siteName')
    .groupBy('siteName')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute()
}

/**
 * Each acknowledged save is there, with its entry in the audit trail; and no row without an entry, nor the reverse,
 * `besides` left out.
 */
export async function expectWhole(db: Database, acknowledged: string[], besides: string[] = []): Promise<void> {
  const rows = new Set(
    (await db.selectFrom('website').select('uniqueId').execute()).map(row => String(row['uniqueId'])),
  )
  const trail = new Set(
    (await db.selectFrom('sys_audit').select('objectId').where('entity', '=', 'website').execute()).map(row =>
      String(row['objectId']),
    ),
  )
  for (const id of besides) trail.delete(id)
  expect(acknowledged.filter(id => !rows.has(id))).toEqual([])
  expect(acknowledged.filter(id => !trail.has(id))).toEqual([])
  expect([...rows].filter(id => !trail.has(id))).toEqual([])
  expect([...trail].filter(id => !rows.has(id))).toEqual([])
  expect(await twice(db)).toEqual([])
}

/** Every refusal is a clear one: 503 in an envelope, in words, with nothing of the inside. */
export function expectClear(refused: Reply[], words: RegExp): void {
  for (const { status, text } of refused) {
    expect({ status, text }).toMatchObject({ status: 503, text: expect.stringMatching(words) as string })
    expect(text).not.toMatch(/at .*\.ts|node_modules|ECONN|No space left|terminat/)
    expect(JSON.parse(text)).toMatchObject({ resultCode: '503' })
  }
}
