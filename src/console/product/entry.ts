import type { AppFacts } from '../../core/contract/configuration.ts'
import { setProduct, type ConsoleProduct } from './product.ts'

/** A product that this build knows, before its code is loaded. */
export interface ProductEntry {
  /** as app.yaml names it in `product` */
  name: string
  load(): Promise<ConsoleProduct>
}

/** Loads what the configuration's product adds. The console goes without it until it is there, and when it never is. */
export async function loadProduct(entries: readonly ProductEntry[], app: AppFacts): Promise<void> {
  const entry = entries.find(({ name }) => name === app.product)
  if (entry) setProduct(await entry.load())
}
