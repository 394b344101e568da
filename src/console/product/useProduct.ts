import { useSyncExternalStore } from 'react'
import { useApp } from '../app/useApp.ts'
import { product, type ConsoleProduct } from './product.ts'

/** The product, which may arrive after the console has been drawn. */
export function useProduct(): ConsoleProduct {
  const app = useApp()
  const store = product(app)
  return useSyncExternalStore(store.subscribe, store.get)
}
