import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../../core/index.ts'
import type { Services } from '../call/context.ts'
import { unavailable } from '../answer/unavailable.ts'
import type { CompiledConfiguration, LiveConfiguration } from '../config/live.ts'
import type { Database } from '../db/database.ts'
import { startClock } from '../hourly/clock.ts'
import { startFolding } from '../hourly/fold.ts'
import { asOfNow } from '../dispatch/person.ts'
import { startJobs } from '../jobs/worker.ts'
import { knownCode } from '../product/known-code.ts'
import type { DemoAccount, Log, Products, ServerProduct } from '../product/product.ts'
import type { ServerLog } from './log/server-log.ts'
import { embeddedApp, type AppOptions } from '../http/app.ts'
import { FIRST_ADMIN, firstAdmin } from '../session/first-admin.ts'
import { sealWith } from '../session/secrets/seal.ts'
import type { Settings } from './settings/environment.ts'
import { HeavyProcesses } from './heavy/heavy-processes.ts'
import { tellPrivacy } from './database/data-folder.ts'
import { takeOrders } from './control.ts'
import { keepBuildSoon, withEarlier, type ConsoleFolders } from './folders/console-builds.ts'
import { openFileFolder } from './folders/file-folder.ts'
import { keepCustomers, keepCustomersAtStart, rememberCustomers } from './keep-customers.ts'
import { keepManagers, keepManagersAtStart, rememberManaged, rememberManagedSoon } from './keep-managers.ts'
import { listen, probePort } from './listen.ts'
import { lookAtFiles } from './look-at-files.ts'
import { lookAtHolidays } from './look-at-holidays.ts'
import { Judged } from './configuration/judged.ts'
import { firstConfiguration, followEdits } from './configuration/live-configuration.ts'
import { namedProduct, refuseOtherProduct } from './configuration/named-product.ts'
import { sayWhich } from '../db/replicas/incarnation.ts'
import { KeptTables } from './database/kept-tables.ts'
import { present } from './database/alone.ts'
import { isDatabaseMade, openedFor, tellUnsynced, type Opened } from './database/open-database.ts'
import { openReplicas } from './database/open-replicas.ts'
import { messageOf } from './settings/refusal.ts'
import { precompress } from './folders/precompress.ts'
import { openMapFolder } from './folders/map-folder.ts'
import { warmFor } from './warm.ts'
import { readRegions, regionFolder } from './folders/region-files.ts'
import { upstreamApp } from '../upstream/app.ts'

/** Everything that must be ready before the server listens. */
interface Ready {
  app: FastifyInstance
  /** the product's title, for the operator */
  title: string
  /** account of the demonstration, if it is loaded */
  demoAccount(): Promise<DemoAccount | undefined>
}
export interface Running extends Ready {
  url: string
  close(): Promise<void>
}

type Closing = () => Promise<unknown>

async function consoleFolders(
  root: string,
  { dataDir }: Settings,
  log: Log,
  closing: Closing[],
): Promise<ConsoleFolders | undefined> {
  const folder = join(root, 'dist')
  if (!existsSync(join(folder, 'index.html'))) return undefined
  await precompress(folder)
  const tell = (error: unknown): void =>
    log.error(`控制台旧版本文件 / files of the console's build: ${messageOf(error)}`)
  closing.push(keepBuildSoon(folder, dataDir, tell))
  return withEarlier(folder, dataDir)
}

/** Closes what has been opened, in reverse order, when a later step fails. */
async function closeAll(closing: Closing[]): Promise<void> {
  for (const close of closing.reverse()) await close()
}

/** Starts a server. `root`: folder of the repository, with the built console, regions and demonstration. */
export async function startServer(
  settings: Settings,
  root: string,
  log: ServerLog,
  products: Products,
): Promise<Running> {
  await probePort(settings)
  const closing: Closing[] = []
  try {
    const ready = settings.upstream
      ? await inFrontOf(settings, root, log, closing)
      : await onOwnDatabase(settings, root, log, closing, products)
    closing.push(() => ready.app.close())
    const url = await listen(ready.app, settings)
    return { ...ready, url, close: () => closeAll(closing) }
  } catch (error) {
    await closeAll(closing)
    throw error
  }
}

function openHeavy(log: Log, closing: Closing[]): HeavyProcesses {
  const heavy = new HeavyProcesses(error => log.error(`费力的工作 / heavy work: ${messageOf(error)}`))
  closing.push(() => heavy.close())
  return heavy
}

async function onOwnDatabase(
  settings: Settings,
  root: string,
  log: ServerLog,
  closing: Closing[],
  products: Products,
): Promise<Ready> {
  const code = knownCode(products)
  const judged = new Judged(settings.dataDir)
  const early = isDatabaseMade(settings) ? openedFor(settings, false, closing, log.info) : undefined
  const live = await firstConfiguration(settings.configDir, code, judged)
  const product = namedProduct(live.configuration, products)
  const startServices = product.configure?.(settings.environment)
  const [opened, regions, built] = await Promise.all([
    early ?? openedFor(settings, judged.isReleased, closing, log.info),
    readRegions(regionFolder(settings.configDir, root)),
    consoleFolders(root, settings, log, closing),
  ])
  closing.push(await present(settings, log))
  const replicas = await openReplicas(settings, opened.db, log, closing, opened.primary)
  tellPrivacy(opened.privacy, settings.dataDir, log)
  tellUnsynced(settings, log)
  await judged.keep()
  const tables = new KeptTables({ settings, product, log })
  const prepare = async (next: CompiledConfiguration | LiveConfiguration): Promise<void> => {
    await tables.bring(opened.db, next)
    await replicas?.made()
  }
  await prepare(live)
  await sayWhichPrimary(opened)
  if (settings.databaseUrl === undefined) closing.push(await takeOrders(opened.db, settings.dataDir))
  const [files, maps] = await Promise.all([openFileFolder(settings.dataDir), openMapFolder(settings.mapDir)])
  const heavy = openHeavy(log, closing)
  // waits until interrupted uploads have removed their drafts
  closing.push(() => files.settled())
  const services: Services = {
    product,
    db: opened.db,
    replicas,
    regions,
    files,
    heavy,
    maps,
    configuration: () => live.configuration,
    entities: () => live.entities,
    rollups: () => tables.rollups,
    seal: sealWith(settings.secretKey),
    tryDisk: opened.tryDisk,
  }
  await fill(services, settings, root, log, product)
  if (settings.demo) closing.push(...((await product.demonstration?.open?.(services, root, log)) ?? []))
  await keepCustomersAtStart(opened.db, live.configuration, settings.keepCustomers)
  const { print } = judged
  const isKnown = await keepManagersAtStart(opened.db, live.configuration, { insist: settings.keepManagers, print })
  // what works on its own begins last: loading the demonstration may hold the only connection longer than a call waits
  closing.push(...((await startServices?.(services, log)) ?? []), ...inBackground(services, log))
  const watching = await followEdits(settings.configDir, live, edited(opened.db, live, prepare), log, code)
  closing.push(
    rememberManagedSoon({ db: opened.db, live, print, isKnown }, error => log.error(messageOf(error))),
    watching.close,
    async () => [opened, replicas].forEach(one => one?.hasten()),
  )
  return {
    app: await embeddedApp(
      services,
      appOptions(settings, built, log, () => titleOf(live.configuration)),
    ),
    title: titleOf(live.configuration),
    demoAccount: async () => (settings.demo ? product.demonstration?.account(services, root) : undefined),
  }
}

/** What an edited configuration has to pass, and what is made for it, before it is in force. */
const edited =
  (db: Database, live: LiveConfiguration, prepare: (next: CompiledConfiguration) => Promise<void>) =>
  async (next: CompiledConfiguration): Promise<void> => {
    refuseOtherProduct(live.configuration, next.configuration)
    await keepCustomers(db, live.configuration, next.configuration)
    await warmFor(db, next.configuration)
    await keepManagers(db, live.configuration, next.configuration)
    await prepare(next)
    await rememberManaged(db, next.configuration)
    await rememberCustomers(db, next.configuration)
  }

/** In the data, now and whenever another machine has become the primary. */
async function sayWhichPrimary({ db, primary }: Opened): Promise<void> {
  const say = async (): Promise<unknown> =>
    sayWhich(db).catch((error: unknown) => {
      // one that only reads is told of by the health
      if (!unavailable(error as Error)) throw error
    })
  if (!primary) return
  await say()
  primary.watch(() => void say().catch(() => undefined))
}

/** What goes on beside requests; returns how each is ended. */
function inBackground(services: Services, log: Log): Closing[] {
  const jobs = (services.jobs = startJobs(
    () => services,
    asOfNow,
    error => log.error(`后台任务 / jobs: ${messageOf(error)}`),
  ))
  return [
    startClock(
      services,
      error => log.error(String(error)),
      log.info,
      async stop => {
        await lookAtHolidays(services, log)
        await lookAtFiles(services, log, stop)
      },
    ),
    startFolding(services, error => log.error(`汇总表 / roll-ups: ${messageOf(error)}`)),
    () => jobs.close(),
  ]
}

const appOptions = (
  { trustProxy, logLevel, rateLimit, drain, patience, connections, mapService }: Settings,
  built: ConsoleFolders | undefined,
  { requests }: ServerLog,
  title: () => string,
): AppOptions => ({
  ...built,
  title,
  trustProxy,
  log: { level: logLevel, stream: requests },
  rateLimit,
  drain,
  patience,
  connections,
  mapService,
})

const titleOf = (configuration: Configuration): string => configuration.scope({}).app.title

/** Loads the product's demonstration, or else creates the first account. */
async function fill(
  services: Services,
  settings: Settings,
  root: string,
  log: Log,
  { demonstration }: ServerProduct,
): Promise<void> {
  if (settings.demo && demonstration) {
    if (await demonstration.load(services, root)) log.info('已载入演示数据 / demonstration data loaded')
    return
  }
  const password = await firstAdmin(services.db)
  if (password)
    log.info(`首次启动，请记下一次性密码 / first start, note the one-time password: ${FIRST_ADMIN} ${password}`)
}

async function inFrontOf(settings: Settings, root: string, log: ServerLog, closing: Closing[]): Promise<Ready> {
  const live = await firstConfiguration(settings.configDir)
  const watching = await followEdits(settings.configDir, live, async () => {}, log)
  closing.push(watching.close)
  const [built, regions, store] = await Promise.all([
    consoleFolders(root, settings, log, closing),
    readRegions(regionFolder(settings.configDir, root)),
    openMapFolder(settings.mapDir),
  ])
  const app = await upstreamApp(
    {
      upstream: settings.upstream as URL,
      files: settings.upstreamFiles,
      configuration: () => live.configuration,
      maps: { store, regions },
      log: log.error,
    },
    appOptions(settings, built, log, () => titleOf(live.configuration)),
  )
  return { app, title: titleOf(live.configuration), demoAccount: async () => undefined }
}
