import type { ScopedConfiguration } from '../../core/index.ts'
import type { Reach } from './reach.ts'

/** The page on which a user sees one record of an entity, and the argument of its address that names the record. */
export interface RecordPage {
  route: string
  key: string
}

/** Entity → its page within reach, the preferred one of several. */
export function recordPages({ manifest }: ScopedConfiguration, { pages }: Reach): Map<string, RecordPage> {
  return new Map(
    Object.entries(manifest.records ?? {}).flatMap(([entity, { key, pages: places }]): [string, RecordPage][] => {
      const route = places.find(place => pages.has(place))
      return route === undefined ? [] : [[entity, { route, key }]]
    }),
  )
}

export const recordAddress = ({ route, key }: RecordPage, value: string): string =>
  `/${route}?${new URLSearchParams({ [key]: value }).toString()}`
