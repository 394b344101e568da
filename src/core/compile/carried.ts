import type { Reads } from '../overlay/reads.ts'
import type { Resolver } from '../overlay/resolve.ts'
import type { CompiledPage } from './scope.ts'

/** A page, with what was asked while it was compiled. */
export interface MadePage {
  made: CompiledPage
  reads: Reads<Resolver>
}

/** Pages of an earlier configuration that come to the same in this one, by their keys. */
export const carriedPages = (pages: ReadonlyMap<string, MadePage>, { reads }: Resolver): Map<string, MadePage> =>
  new Map([...pages].filter(([, page]) => reads.areStill(page.reads)))
