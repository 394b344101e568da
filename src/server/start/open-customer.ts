import { openCustomer, type Opening } from '../calls/accounts/opening.ts'
import { systemCall } from '../call/system.ts'
import type { Services } from '../call/context.ts'
import { Refusal } from '../answer/refusal.ts'
import { knownCode } from '../product/known-code.ts'
import type { Products } from '../product/product.ts'
import { FIRST_ADMIN, firstAdmin } from '../session/first-admin.ts'
import { Judged } from './configuration/judged.ts'
import { firstConfiguration } from './configuration/live-configuration.ts'
import { namedProduct } from './configuration/named-product.ts'
import { openDatabase, prepareTables } from './database/open-database.ts'
import { openFileFolder } from './folders/file-folder.ts'
import { HeavyProcesses } from './heavy/heavy-processes.ts'
import { openMapFolder } from './folders/map-folder.ts'
import { readRegions, regionFolder } from './folders/region-files.ts'
import type { Settings } from './settings/environment.ts'
import { messageOf, StartRefusal } from './settings/refusal.ts'

const CALL = 'customer.open'
const NATION = '000000'

/** An account with its one-time password. */
export interface Begun {
  username: string
  password: string
}

/** A demonstration is loaded into an empty database alone, and would never be loaded after this. */
async function refuseInsteadOfDemo({ db }: Services, { demo }: Settings, has: boolean): Promise<void> {
  if (!demo || !has) return
  const [user] = await db.selectFrom('user').select('id').limit(1).execute()
  if (user) return
  throw new StartRefusal(
    '数据库还是空的，下次启动会载入演示数据。正式使用请设 DEMO=0 再运行；要看演示，先启动一次服务。',
    'The database is empty, and the next start loads the demonstration. For real use set DEMO=0 and run this again; '
      + 'to see the demonstration, start the server once before.',
  )
}

const asStartRefusal = (error: unknown): unknown =>
  error instanceof Refusal
    ? new StartRefusal(
        error.message,
        'The customer was not opened, for the reason above.',
        Object.values(error.errors ?? {}),
      )
    : error

/**
 * Opens a customer without a server (see `openCustomer`); on an empty database it makes the platform's administrator
 * first, as the first start of a server does. The embedded database must not be in use.
 */
export async function openCustomerAlone(
  settings: Settings,
  root: string,
  products: Products,
  said: Opening,
): Promise<Begun[]> {
  const judged = new Judged(settings.dataDir)
  const live = await firstConfiguration(settings.configDir, knownCode(products), judged)
  const product = namedProduct(live.configuration, products)
  const { db, close } = await openDatabase(settings.databaseDirectUrl ?? settings.databaseUrl, settings.dataDir, {
    limits: settings.databaseLimits,
    isReleased: judged.isReleased,
  })
  try {
    await judged.keep()
    const services: Services = {
      product,
      db,
      regions: await readRegions(regionFolder(settings.configDir, root)),
      files: await openFileFolder(settings.dataDir),
      heavy: new HeavyProcesses(error => console.error(messageOf(error))),
      maps: await openMapFolder(settings.mapDir),
      configuration: () => live.configuration,
      entities: () => live.entities,
    }
    await prepareTables(db, live, product.tables)
    await refuseInsteadOfDemo(services, settings, product.demonstration !== undefined)
    const first = await firstAdmin(db)
    const endpoint = live.configuration.scope({}).calls().get(CALL)
    const call = systemCall(services, '', NATION, error => console.error(messageOf(error)))
    const by = { ...call, ...(endpoint ? { endpoint } : {}) }
    const made = await db
      .transaction()
      .execute(tx => openCustomer(by, tx, said))
      .catch((error: unknown) => {
        throw asStartRefusal(error)
      })
    return [
      ...(first === undefined ? [] : [{ username: FIRST_ADMIN, password: first }]),
      { username: said.username, password: made.password },
    ]
  } finally {
    await close()
  }
}
