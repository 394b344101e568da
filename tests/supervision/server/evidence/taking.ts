import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { CaptureFailure, type Capture } from '../../../../src/supervision/server/capture/order.ts'
import { Captures } from '../../../../src/supervision/server/evidence/queue.ts'
import type { TimeService } from '../../../../src/supervision/server/evidence/timestamp.ts'
import type { Api } from '../../../server/support/api.ts'

/** A browser that answers at once, or when it is told to: what it finds is what its address says. */
export class Browser {
  running = 0
  most = 0
  asked: string[] = []
  #gates: (() => void)[] = []
  held = false

  readonly capture: Capture = async (url, _steps, told, signal) => {
    this.asked.push(url)
    this.running++
    this.most = Math.max(this.most, this.running)
    told({ at: new Date().toISOString(), what: '打开网页', result: url })
    try {
      if (this.held)
        await new Promise<void>((resolve, reject) => {
          this.#gates.push(resolve)
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        })
      if (url.includes('fails')) throw new CaptureFailure('域名无法解析')
      const now = new Date().toISOString()
      return {
        title: '一家网店',
        finalUrl: url,
        address: '203.0.113.7',
        startedAt: now,
        endedAt: now,
        environment: { browser: 'Chromium 1', system: 'test', notes: [] },
        files: [
          { name: 'page.png', content: Buffer.from(`picture of ${url} ${randomUUID()}`) },
          { name: 'headers.json', content: Buffer.from('{}') },
        ],
      }
    } finally {
      this.running--
    }
  }

  release(): void {
    this.held = false
    for (const gate of this.#gates.splice(0)) gate()
  }
}

export function equip(api: Api, browser: Browser | undefined, time?: TimeService): Captures {
  const captures = new Captures(
    () => api.services,
    { capture: browser?.capture, time, serverIp: '192.0.2.1' },
    () => {},
    3_600_000,
  )
  api.services.evidence = captures
  return captures
}

export async function take(api: Api, token: string, more: object = {}): Promise<string> {
  const { status, body } = await api.ask<string>('POST', '/api-im/evidence/capture', token, {
    targetUrl: 'https://shop.example/1',
    title: '一家网店',
    ...more,
  })
  if (status !== 200) throw new Error(body.resultMsg)
  return body.data as string
}

export const rowOf = async (api: Api, id: string): Promise<Row> =>
  (await api.db.selectFrom('evidence').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as Row

/** Waits for what the background does; the test's own limit ends it. */
export async function reaches(api: Api, id: string, field: string, value: string): Promise<Row> {
  await expect.poll(async () => (await rowOf(api, id))[field], { interval: 25 }).toBe(value)
  return rowOf(api, id)
}

export interface Verified {
  code: string
  msg: string
  id: string
}
export async function verify(api: Api, token: string, id: string): Promise<Verified> {
  const { body } = await api.ask<Verified[]>('POST', '/api-im/evidence/verify', token, { id })
  return body.data?.[0] as Verified
}

/** Changes the rows of a chain as only an owner of the database could. */
export async function tamper(api: Api, change: (db: Api['db']) => Promise<unknown>): Promise<void> {
  await sql`alter table sys_evidence_chain disable trigger sys_evidence_stays`.execute(api.db)
  await change(api.db).finally(() =>
    sql`alter table sys_evidence_chain enable trigger sys_evidence_stays`.execute(api.db),
  )
}
