import { bounded } from './bounded-body.ts'
import { follow, lateAt, STANDARD, wordsFor, type ProbeSettings } from './guarded.ts'
import type { Probed } from './probe.ts'

/** A page as its site answers it. */
export interface PageRead extends Probed {
  /** the body as text, up to two megabytes of it; '' without an answer */
  text: string
}
export type ReadPage = (url: string) => Promise<PageRead>

const MOST_BYTES = 2 * 1024 * 1024
/** Names that nobody can have (RFC 2606): no name server is asked for them. */
const NOBODYS = /\.(example|test|invalid)$/i

/** Reads a web page. Never sends requests into the own network, unless the settings allow it. */
export async function readPage(url: string, settings: ProbeSettings = STANDARD): Promise<PageRead> {
  const failed = (problem: string): PageRead => ({ ok: false, status: null, problem, text: '' })
  if (URL.canParse(url) && NOBODYS.test(new URL(url).hostname)) return failed('域名无法解析')
  const limit = AbortSignal.timeout(settings.timeLimit)
  const read = async (): Promise<PageRead> => {
    const answer = await follow(url, settings, limit, 'body')
    const status = answer.statusCode ?? 0
    return { ok: status >= 200 && status < 300, status, text: String(await bounded(answer, MOST_BYTES)) }
  }
  try {
    return await Promise.race([read(), lateAt(limit)])
  } catch (error) {
    return failed(wordsFor(error, limit))
  }
}
