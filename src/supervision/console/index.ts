import type { ProductEntry } from '../../console/product/entry.ts'

/** The product's entry without its code: consoles of other products never load the rest. */
export const supervision: ProductEntry = {
  name: 'supervision',
  load: async () => (await import('./product.tsx')).product,
}
