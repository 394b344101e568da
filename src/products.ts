import type { Products } from './server/product/product.ts'
import { SUPERVISION } from './supervision/server/product.ts'

/** Every product whose code belongs to this build: app.yaml names one of them in `product`, or none. */
export const PRODUCTS: Products = { supervision: SUPERVISION }
