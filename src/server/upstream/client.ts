import { request as plain, type IncomingMessage } from 'node:http'
import { request as secure } from 'node:https'
import type { OutgoingHttpHeaders } from 'node:http'

const TIMEOUT_MS = 300_000

export interface Outgoing {
  method: string
  headers: OutgoingHttpHeaders
  body?: NodeJS.ReadableStream | undefined
  /** how long the other side may say nothing */
  patience?: number | undefined
}

export class UpstreamTimeout extends Error {}

/** `base` may have a path of its own; the call's path comes after it. */
export function ask(base: URL, path: string, { method, headers, body, patience = TIMEOUT_MS }: Outgoing): Promise<IncomingMessage> {
  const url = new URL(base.pathname.replace(/\/$/, '') + path, base)
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? secure : plain)(url, { method, headers, timeout: patience }, resolve)
    outgoing.on('timeout', () => outgoing.destroy(new UpstreamTimeout('timeout')))
    outgoing.on('error', reject)
    if (body) body.pipe(outgoing)
    else outgoing.end()
  })
}

export async function askJson(base: URL, path: string, token: string): Promise<{ status: number; body: unknown }> {
  const answer = await ask(base, path, { method: 'GET', headers: { authorization: `Bearer ${token}`, accept: 'application/json' } })
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return { status: answer.statusCode ?? 502, body: text === '' ? undefined : JSON.parse(text) }
}
