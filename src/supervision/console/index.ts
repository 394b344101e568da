import type { ProductEntry } from '../../console/product/entry.ts'

/** Named before it is loaded: a console of another product never asks for the rest. */
export const supervision: ProductEntry = {
  name: 'supervision',
  load: async () => (await import('./product.tsx')).product,
}
