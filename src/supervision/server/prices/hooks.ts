import type { Hooks } from '../../../server/call/context.ts'
import { judgeSaved } from './evaluate.ts'

/** Rules judge a price record as it comes in. */
export const PRICE_HOOKS: Hooks = { afterSave: judgeSaved }
