import { divide, mayDivide } from '../db/migrate/partitions.ts'
import { partitionsIn } from '../db/migrate/stored-schema.ts'
import { knownCode } from '../product/known-code.ts'
import type { Log, Products } from '../product/product.ts'
import { Judged } from './configuration/judged.ts'
import { firstConfiguration } from './configuration/live-configuration.ts'
import { namedProduct } from './configuration/named-product.ts'
import { alone } from './database/alone.ts'
import { openDatabase, prepareTables } from './database/open-database.ts'
import { readRegions, regionFolder } from './folders/region-files.ts'
import type { Settings } from './settings/environment.ts'
import { StartRefusal } from './settings/refusal.ts'

const STANDING = [
  '分区时它们的操作会被拒绝，所以没有分区',
  'what they do would be refused meanwhile, and nothing was divided',
] as const

/** Divides the tables of these entities by province; returns how many rows each has. Servers have to be stopped. */
export async function partition(
  settings: Settings,
  root: string,
  names: readonly string[],
  products: Products,
  log: Log,
): Promise<Map<string, number>> {
  const { databaseUrl, databaseDirectUrl, dataDir, configDir } = settings
  if (databaseUrl === undefined)
    throw new StartRefusal(
      '内置数据库不分区：请先改用 PostgreSQL（DATABASE_URL）。',
      'The embedded database is not divided: use a PostgreSQL (DATABASE_URL) first.',
    )
  const live = await firstConfiguration(configDir, knownCode(products), new Judged(dataDir))
  const may = [...live.entities.values()].filter(mayDivide).map(({ name }) => name)
  const unfit = names.filter(name => !may.includes(name))
  if (names.length === 0 || unfit.length > 0)
    throw new StartRefusal(
      `${unfit.length > 0 ? `不能按省分区：${unfit.join('、')}。` : '请写明实体。'}可以分区的：${may.join('、')}`,
      `${unfit.length > 0 ? `Not to be divided by province: ${unfit.join(', ')}. ` : 'Name entities. '}`
        + `What may be: ${may.join(', ')}`,
      [],
      2,
    )
  const regions = await readRegions(regionFolder(configDir, root))
  const provinces = regions.nodesBelow('', new Set()).map(({ areaCode }) => areaCode.slice(0, 2))
  const { db, close } = await openDatabase(databaseDirectUrl ?? databaseUrl, dataDir)
  const divideAll = async (look: () => Promise<void>): Promise<Map<string, number>> => {
    const done = new Map<string, number>()
    const divided = new Set((await partitionsIn(db)).map(({ whole }) => whole))
    for (const name of names) {
      const entity = live.entities.get(name)
      if (!entity || divided.has(name)) continue
      await look()
      done.set(name, await divide(db, entity, [...new Set(provinces)]))
    }
    await prepareTables(db, live, namedProduct(live.configuration, products).tables, log)
    return done
  }
  return alone(settings, STANDING, divideAll).finally(close)
}
