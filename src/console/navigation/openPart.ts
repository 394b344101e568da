import { part } from '../app/app.ts'
import { createStore } from '../app/store.ts'

export type OpenPart = 'palette' | 'shortcuts' | undefined
/** What is open over the whole console. */
export const openPart = part(() => createStore<OpenPart>(undefined))
