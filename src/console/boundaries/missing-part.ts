import { part } from '../app/app.ts'
import { createStore } from '../app/store.ts'

/** Whether a part that is loaded on demand did not come; the shell shows it once. */
export const missingPart = part(() => createStore(false))
