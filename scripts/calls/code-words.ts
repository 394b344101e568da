import { PRODUCTS } from '../../src/products.ts'
import { knownCode } from '../../src/server/product/known-code.ts'
import { formatted } from './formatted.ts'

/** The names in the code that YAML may refer to, as files: validate then need not load the server to know them. */
export async function buildCodeWords(): Promise<Map<string, string>> {
  const { answers, handlers, products } = knownCode(PRODUCTS)
  const said = 'Written by `npm run calls` from the code of the engine and of the products; a test holds it up to date.'
  const file = async (
    path: string,
    name: string,
    type: string,
    value: string,
    more = '',
  ): Promise<[string, string]> => {
    const head = `import type { KnownCode } from './core/index.ts'\n${more}\n/** ${said} */\n`
    return [path, await formatted(path, `${head}export const ${name}: ${type} = ${value}\n`)]
  }
  const [calls, answered] = [`KnownCode['handlers']`, `KnownCode['answers']`]
  const imports = ['answers', 'handlers']
    .map(of => `import { ${of.slice(0, -1).toUpperCase()}_WORDS } from './products.${of}.ts'\n`)
    .join('')
  const all = `{ handlers: HANDLER_WORDS, answers: ANSWER_WORDS, products: ${JSON.stringify(products)} }`
  return new Map([
    await file('src/products.handlers.ts', 'HANDLER_WORDS', calls, JSON.stringify(handlers)),
    await file('src/products.answers.ts', 'ANSWER_WORDS', answered, JSON.stringify(answers)),
    await file('src/products.words.ts', 'PRODUCT_WORDS', 'KnownCode', all, imports),
  ])
}
