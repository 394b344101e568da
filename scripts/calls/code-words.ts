import { format } from 'prettier'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCTS } from '../../src/products.ts'
import { knownCode } from '../../src/server/product/known-code.ts'

export const CODE_WORDS = 'src/products.words.ts'

/** The names in the code that YAML may refer to, as a file: validate then need not load the server to know them. */
export async function buildCodeWords(root: string): Promise<string> {
  const text = `import type { KnownCode } from './core/index.ts'

/** Written by \`npm run calls\` from the code of the engine and of the products; a test holds it up to date. */
export const PRODUCT_WORDS: KnownCode = ${JSON.stringify(knownCode(PRODUCTS))}
`
  const options = JSON.parse(readFileSync(join(root, '.prettierrc.json'), 'utf8')) as object
  return format(text, { ...options, parser: 'typescript' })
}
