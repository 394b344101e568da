import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PRODUCTS } from '../src/products.ts'
import { entitiesOf } from '../src/server/db/tables/models.ts'
import { openApi } from '../src/server/openapi/document.ts'
import { firstConfiguration } from '../src/server/start/configuration/live-configuration.ts'
import { namedProduct } from '../src/server/start/configuration/named-product.ts'
import { messageOf } from '../src/server/start/settings/refusal.ts'

/**
 * Writes the API's description: `npm run openapi [file]`. All calls; the server answers each person with those within
 * reach.
 */
const [file = 'openapi.json'] = process.argv.slice(2)
try {
  const { configuration } = await firstConfiguration(
    process.env['CONFIG_DIR'] ?? fileURLToPath(new URL('..', import.meta.url)),
  )
  const { descriptions } = namedProduct(configuration, PRODUCTS)
  writeFileSync(file, `${JSON.stringify(openApi(configuration, entitiesOf(configuration), descriptions), null, 1)}\n`)
  console.log(file)
} catch (error) {
  console.error(messageOf(error))
  process.exit(1)
}
