import type { KnownCode } from '../../core/index.ts'
import { HANDLERS } from '../calls/handlers.ts'
import type { Products } from './product.ts'

/** What YAML may name of the engine's code and of these products'. */
export const knownCode = (products: Products): KnownCode => ({
  handlers: Object.keys(HANDLERS),
  products: Object.fromEntries(
    Object.entries(products).map(([name, { handlers, effects, settings }]) => [
      name,
      { handlers: Object.keys(handlers), effects: Object.keys(effects), settings },
    ]),
  ),
})
