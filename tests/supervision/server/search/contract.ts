import { expect, it } from 'vitest'
import type { EngineAsk, EngineGround, SearchEngine } from '../../../../src/supervision/server/search/engine.ts'

/** An engine under test, with a keyword that it finds something by. */
export interface Tried {
  engine: SearchEngine
  ground: EngineGround
  keyword: string
}

export const asking = (keyword: string, more: Partial<EngineAsk> = {}): EngineAsk => ({
  keyword,
  kinds: [],
  areaCode: '',
  signal: new AbortController().signal,
  ...more,
})

/** What 云搜 relies on, whatever engine stands behind an entry of its dictionary. */
export function searchEngineContract(tried: () => Promise<Tried>): void {
  it('finds pages with a title and an address of the web, each once, fifty at most', async () => {
    const { engine, ground, keyword } = await tried()
    const found = await engine.search(asking(keyword), ground)
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThanOrEqual(50)
    for (const one of found) {
      expect(Object.keys(one).sort()).toEqual(['icp', 'snippet', 'subject', 'title', 'url'])
      expect(Object.values(one).every(value => typeof value === 'string')).toBe(true)
      expect([one.title !== '', /^https?:\/\//.test(one.url)]).toEqual([true, true])
    }
    expect(new Set(found.map(({ url }) => url)).size).toBe(found.length)
  })

  it('finds nothing by a word that is nowhere, and takes any word', async () => {
    const { engine, ground } = await tried()
    expect(await engine.search(asking('没有任何地方写着的词'), ground)).toEqual([])
    for (const odd of ['%', "' or 1=1 --", '&keyword=x#', '\\', '😀'])
      expect(Array.isArray(await engine.search(asking(odd), ground))).toBe(true)
  })

  it('finds only kinds that are asked for, and answers several at once', async () => {
    const { engine, ground, keyword } = await tried()
    const ask = (kinds: string[]) => engine.search(asking(keyword, { kinds }), ground)
    const [all, none] = await Promise.all([ask([]), ask(['no such kind'])])
    expect([all.length > 0, none]).toEqual([true, []])
  })
}
