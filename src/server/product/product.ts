import type { SettingKinds } from '../../core/validate/facts/known-code.ts'
import { NO_CODE, type Product, type Services } from '../call/context.ts'

/** Where a server tells its operator what happens. */
export interface Log {
  info(line: string): void
  error(line: string): void
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Starts what runs beside the calls, and puts it among the services; answers how to end it, newest last. */
export type StartServices = (services: Services, log: Log) => Promise<(() => Promise<unknown>)[]>

export interface DemoAccount {
  username: string
  password: string
}

/** Made-up data that shows what the product can do. `root` is the folder of the repository. */
export interface Demonstration {
  /** loads it into an empty database; answers whether it did */
  load(services: Services, root: string): Promise<boolean>
  /** an account to look around with, told at the start */
  account(root: string): Promise<DemoAccount | undefined>
}

/** Everything that a server needs of a product's code. */
export interface ServerProduct extends Product {
  /** what it reads of `settings` in app.yaml */
  settings: SettingKinds
  /** reads the product's own settings, and refuses what cannot be */
  configure?(env: Environment): StartServices
  demonstration?: Demonstration
}

/** A product that is configuration alone. */
export const NO_PRODUCT: ServerProduct = { ...NO_CODE, settings: {} }

/** The products that this build has code of, by the word that app.yaml names them by. */
export type Products = Readonly<Record<string, ServerProduct>>
