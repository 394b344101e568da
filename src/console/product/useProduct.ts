import { useSyncExternalStore } from 'react'
import { currentProduct, subscribeProduct, type ConsoleProduct } from './product.ts'

/** The product, which may arrive after the console has been drawn. */
export const useProduct = (): ConsoleProduct => useSyncExternalStore(subscribeProduct, currentProduct)
