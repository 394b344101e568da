import type { DictionaryEntries } from '../../../../core/contract/configuration.ts'
import type { Random } from './random.ts'
import type { Seasons } from './seasons.ts'

export interface Generating {
  random: Random
  now: number
  seasons: Seasons
  dictionary(name: string): DictionaryEntries
  /** the bureau that an area's records belong to */
  bureauOf(area: string): string
  customerOf(areaCode: string): string
  /** a department of an area's bureau whose name begins so, where there is one */
  sectionOf(area: string, name: string): string | undefined
  /** somebody of a unit, by their key */
  officerOf(org: string): string | null
  /** names of subjects that are taken */
  taken: Set<string>
}

/** The key of a label, or of what stands first: dictionaries are configuration, their keys are not known here. */
export const keyOf = (entries: DictionaryEntries, label: string): string =>
  (entries.find(([, text]) => text === label) ?? entries[0])?.[0] ?? ''
