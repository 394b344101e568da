/** `make-database.ts <archive>`: packs the database of our own configuration; run by steadily.ts. */
import { PRODUCTS } from '../../src/products.ts'
import { compileJudged } from '../../src/server/config/live.ts'
import { readConfigFolder } from '../../src/server/start/configuration/config-folder.ts'
import { namedProduct } from '../../src/server/start/configuration/named-product.ts'
import { packDatabase } from './database.ts'

const live = compileJudged(await readConfigFolder('.'))
const { tables } = namedProduct(live.configuration, PRODUCTS)
await packDatabase({ archive: process.argv[2] ?? '', live, tables, made: new Date() })
