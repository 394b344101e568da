import type { CallContext } from '../../../server/call/context.ts'

/** What a search engine is asked for. */
export interface EngineAsk {
  keyword: string
  /** dictionaries/objectKind; none: all */
  kinds: readonly string[]
  /** the area that it is about; '' for any */
  areaCode: string
  /** aborted when nobody waits any longer */
  signal: AbortSignal
}
/** One page that an engine found. What it does not know is ''. */
export interface EngineResult {
  title: string
  /** begins with http:// or https:// */
  url: string
  snippet: string
  icp: string
  subject: string
}
/** Who asks, and what the person has uploaded: of use to the engine that searches the server's own data. */
export interface EngineGround {
  call: CallContext
  /** rows of the uploaded file, the first of which names its columns; none without a file */
  file: readonly string[][]
}

/**
 * What stands behind one entry of dictionaries/searchEngine. `search` answers with the best results first, fifty at
 * most, none if nothing was found; it rejects if it could not search, and soon after its signal is aborted. It changes
 * nothing, is asked several times at once, and outside of any transaction. tests/supervision/server/search/contract.ts
 * holds every engine to this.
 */
export interface SearchEngine {
  /** its key in the dictionary */
  readonly key: string
  search(this: void, ask: EngineAsk, ground: EngineGround): Promise<EngineResult[]>
}

export const MOST_RESULTS = 50
const text = (value: unknown, most: number): string => (typeof value === 'string' ? value.trim().slice(0, most) : '')

/** What can be kept of a result; undefined without a title or an address of the web. */
export function resultOf(found: Readonly<Record<string, unknown>>): EngineResult | undefined {
  const [title, url] = [text(found['title'], 300), text(found['url'], 500)]
  if (title === '' || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const [snippet, icp, subject] = [text(found['snippet'], 1000), text(found['icp'], 60), text(found['subject'], 200)]
  return { title, url, snippet, icp, subject }
}

/** The first results that can be kept, each address once. */
export function resultsOf(found: readonly Readonly<Record<string, unknown>>[]): EngineResult[] {
  const byUrl = new Map<string, EngineResult>()
  for (const one of found.map(resultOf)) if (one && !byUrl.has(one.url)) byUrl.set(one.url, one)
  return [...byUrl.values()].slice(0, MOST_RESULTS)
}
