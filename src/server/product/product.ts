import type { ConstantKinds, SettingKinds } from '../../core/model/setting-kinds.ts'
import type { ProductWords } from '../../core/validate/facts/known-code.ts'
import { NO_CODE, type Product, type Services } from '../call/context.ts'

/** Where the server reports to its operator. */
export interface Log {
  info(line: string): void
  error(line: string): void
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Starts a product's background services and adds them to `services`; returns functions that stop them, in order of
 * start.
 */
export type StartServices = (services: Services, log: Log) => Promise<(() => Promise<unknown>)[]>

export interface DemoAccount {
  username: string
  password: string
}

/** Generated data for demonstrations. `root`: folder of the repository. */
export interface Demonstration {
  /** loads the data into an empty database; returns whether it did */
  load(services: Services, root: string): Promise<boolean>
  /** starts what the demonstration shows beside the data; returns what stops it */
  open?(services: Services, root: string, log: Log): Promise<(() => Promise<unknown>)[]>
  /** an account to try the product with, printed at start-up */
  account(services: Services, root: string): Promise<DemoAccount | undefined>
}

/** A product's code, as the server needs it. */
export interface ServerProduct
  extends Product, Pick<ProductWords, 'options' | 'counters' | 'reportWords' | 'settingNames' | 'made' | 'accounts'> {
  /** kinds of the product's keys under `settings` in app.yaml */
  settings: SettingKinds
  /** constants of app.yaml that the product's code reads, beside the engine's */
  constants: ConstantKinds
  /** reads and checks the product's own environment variables */
  configure?(env: Environment): StartServices
  demonstration?: Demonstration
}

/** A product without code. */
export const NO_PRODUCT: ServerProduct = {
  ...NO_CODE,
  settings: {},
  constants: {},
  options: {},
  counters: [],
  reportWords: [],
  settingNames: {},
  made: [],
  accounts: [],
}

/** Products in this build, by the name in `product` of app.yaml. */
export type Products = Readonly<Record<string, ServerProduct>>
