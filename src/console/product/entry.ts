import type { ConsoleApp } from '../app/app.ts'
import { keptText } from '../app/kept.ts'
import type { AppFacts } from '../../core/contract/configuration.ts'
import { product, type ConsoleProduct } from './product.ts'

/** A product in this build; its code is loaded on demand. */
export interface ProductEntry {
  /** name used in `product` of app.yaml */
  name: string
  load(): Promise<ConsoleProduct>
}

const lastProduct = keptText('browser', 'product')

/** Starts to load the product that this browser used last, in parallel with the configuration. */
export function expectProduct(entries: readonly ProductEntry[]): void {
  const name = lastProduct.read()
  // a failure occurs again, and is then reported, when the configuration asks for the product
  void entries
    .find(entry => entry.name === name)
    ?.load()
    .catch(() => undefined)
}

/** Loads the product's code. The console works without it until then. */
export async function loadProduct(app: ConsoleApp, entries: readonly ProductEntry[], facts: AppFacts): Promise<void> {
  const entry = entries.find(({ name }) => name === facts.product)
  if (!entry) return lastProduct.keep(undefined)
  lastProduct.keep(entry.name)
  product(app).set(await entry.load())
}
