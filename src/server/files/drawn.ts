import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { Outline } from '../../core/contract/outline.ts'
import type { Regions } from '../access/regions.ts'
import { mapOf, NATION, type MapStore } from './maps.ts'
import { outlineOf } from './outline.ts'

const MOST_KEPT = 40
/** drawings of late, the oldest first: a drill goes back and forth between the same few */
const keptOf = new WeakMap<MapStore, Map<string, Outline>>()

/** The map of a region as a drawing; undefined if it has none. Maps change with a new start only, and so does this. */
export async function drawnOf(maps: MapStore, regions: Regions, code: string): Promise<Outline | undefined> {
  const kept = keptOf.get(maps) ?? new Map<string, Outline>()
  keptOf.set(maps, kept)
  const known = kept.get(code)
  if (known) return known
  const shapes = await mapOf(maps, regions, code)
  if (!shapes) return undefined
  const { features } = JSON.parse(gunzipSync(shapes).toString('utf8')) as { features: Parameters<typeof outlineOf>[0] }
  const drawn = outlineOf(features)
  kept.set(code, drawn)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return drawn
}

const versions = new WeakMap<MapStore, Promise<string | undefined>>()

/**
 * What all maps and drawings of this server go by, in their addresses: another one as soon as a map is another, or is
 * drawn in another way, which the nation's drawing shows.
 */
export function mapsVersion(maps: MapStore, regions: Regions): Promise<string | undefined> {
  const known = versions.get(maps)
  if (known) return known
  const version = Promise.all([maps.fingerprint(), drawnOf(maps, regions, NATION)])
    .then(parts => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, LENGTH))
    // without one they are asked for again each time
    .catch(() => undefined)
  versions.set(maps, version)
  return version
}
const LENGTH = 16
