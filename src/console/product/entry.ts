import type { AppFacts } from '../../core/contract/configuration.ts'
import { setProduct, type ConsoleProduct } from './product.ts'

/** A product that this build knows, before its code is loaded. */
export interface ProductEntry {
  name: string
  isIn(app: AppFacts): boolean
  load(): Promise<ConsoleProduct>
}

/** Loads what the configuration's product adds. The console goes without it until it is there, and when it never is. */
export async function loadProduct(entries: readonly ProductEntry[], app: AppFacts): Promise<void> {
  const entry = entries.find(one => one.isIn(app))
  if (entry) setProduct(await entry.load())
}
