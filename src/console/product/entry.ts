import type { ConsoleApp } from '../app/app.ts'
import type { AppFacts } from '../../core/contract/configuration.ts'
import { product, type ConsoleProduct } from './product.ts'

/** A product that this build knows, before its code is loaded. */
export interface ProductEntry {
  /** as app.yaml names it in `product` */
  name: string
  load(): Promise<ConsoleProduct>
}

const REMEMBERED = 'product'

/** Begins to load the product that this browser had last time, before the configuration says which one it is. */
export function expectProduct(entries: readonly ProductEntry[]): void {
  const name = localStorage.getItem(REMEMBERED)
  // what fails here fails again, and is told, when the configuration asks for it
  void entries
    .find(entry => entry.name === name)
    ?.load()
    .catch(() => undefined)
}

/** Loads what the configuration's product adds. The console goes without it until it is there, and when it never is. */
export async function loadProduct(app: ConsoleApp, entries: readonly ProductEntry[], facts: AppFacts): Promise<void> {
  const entry = entries.find(({ name }) => name === facts.product)
  if (!entry) return localStorage.removeItem(REMEMBERED)
  localStorage.setItem(REMEMBERED, entry.name)
  product(app).set(await entry.load())
}
