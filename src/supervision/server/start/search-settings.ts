import type { Environment } from '../../../server/product/product.ts'
import { StartRefusal } from '../../../server/start/settings/refusal.ts'
import type { SearchEngine } from '../search/engine.ts'
import { httpEngine } from '../search/http-engine.ts'
import { OWN_LIBRARY, ownEngine } from '../search/own-engine.ts'

/** `SEARCH_ENGINES=2=https://gateway.example/bing 4=…`: keys of dictionaries/searchEngine with a gateway's address. */
export function searchEngines(env: Environment): SearchEngine[] {
  const entries = (env['SEARCH_ENGINES'] ?? '').split(/\s+/).filter(Boolean)
  const engines = entries.map(entry => {
    const at = entry.indexOf('=')
    const [key, address] = [entry.slice(0, at), entry.slice(at + 1)]
    if (at > 0 && key !== OWN_LIBRARY && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))
      return httpEngine(key, address)
    // the address is not printed, because it may contain a password
    throw new StartRefusal(
      'SEARCH_ENGINES 应写作“搜索源代码=地址”，用空格分开，如 2=https://gateway.example/search；7（站内库）不能改。',
      'SEARCH_ENGINES should hold keys with addresses, such as 2=https://gateway.example/search; 7 stays as it is.',
    )
  })
  return [ownEngine, ...engines]
}
