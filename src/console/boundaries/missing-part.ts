import { part } from '../app/app.ts'
import { createStore } from '../app/store.ts'

/** Whether loading a chunk has failed; the shell then shows MissingPart. */
export const missingPart = part(() => createStore(false))
