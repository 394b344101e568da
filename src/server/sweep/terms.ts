import type { AppDoc } from '../../core/model/settings.ts'
import type { Services } from '../call/context.ts'

export type What = keyof NonNullable<AppDoc['sweep']>
/** days */
export type SweepTerms = Record<What, number>
const STANDARD: SweepTerms = { uploads: 7, leftovers: 1, exports: 1, drafts: 90, selections: 1, jobs: 7, traces: 1 }

export const sweepTermsOf = ({ sweep }: Pick<AppDoc, 'sweep'>): SweepTerms => ({ ...STANDARD, ...sweep })
export const DAY_MS = 86_400_000

/** One sweep: its limits, its time, and a pause after each batch for other queries. */
export interface Sweeping extends Pick<Services, 'db' | 'files' | 'entities' | 'product'> {
  now: number
  terms: SweepTerms
  rest(): Promise<void>
}
