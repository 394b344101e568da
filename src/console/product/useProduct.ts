import { useSyncExternalStore } from 'react'
import { useApp } from '../app/useApp.ts'
import { product, type ConsoleProduct } from './product.ts'

/** The product's additions; redraws when they arrive. */
export function useProduct(): ConsoleProduct {
  const app = useApp()
  const store = product(app)
  return useSyncExternalStore(store.subscribe, store.get)
}
