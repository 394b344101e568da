import { isRecord } from '../../../server/call/values.ts'
import { bounded } from '../probe/bounded-body.ts'
import { resultsOf, type EngineAsk, type EngineResult, type SearchEngine } from './engine.ts'

const MOST_BYTES = 2 * 1024 * 1024

async function bodyOf(answer: Response): Promise<string> {
  const body = answer.body ? await bounded(answer.body, MOST_BYTES + 1) : Buffer.alloc(0)
  if (body.length > MOST_BYTES) throw new Error('the answer is longer than two megabytes')
  return body.toString('utf8')
}

function addressOf(base: string, { keyword, kinds, areaCode }: EngineAsk): URL {
  const url = new URL(base)
  url.searchParams.set('keyword', keyword)
  if (kinds.length > 0) url.searchParams.set('kinds', kinds.join(','))
  if (areaCode !== '') url.searchParams.set('areaCode', areaCode)
  return url
}

/**
 * An engine behind a gateway of the operator's, which speaks to the real one:
 * `GET <address>?keyword=…[&kinds=1,2][&areaCode=350100]` answers with 200 and
 * `{"results": [{"title": "…", "url": "https://…", "snippet": "…", "icp": "…", "subject": "…"}]}`.
 * Its address comes from the operator alone, so that it may lie in the own network; it is not followed elsewhere.
 */
export const httpEngine = (key: string, address: string): SearchEngine => ({
  key,
  async search(ask): Promise<EngineResult[]> {
    const headers = { accept: 'application/json' }
    const answer = await fetch(addressOf(address, ask), { headers, signal: ask.signal, redirect: 'error' })
    if (!answer.ok) throw new Error(`answered with status ${answer.status}`)
    const said: unknown = JSON.parse(await bodyOf(answer))
    if (!isRecord(said) || !Array.isArray(said['results'])) throw new Error('answered with no results')
    return resultsOf(said['results'].filter(isRecord))
  },
})
