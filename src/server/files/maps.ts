import { gunzipSync, gzipSync } from 'node:zlib'
import type { Regions } from '../access/regions.ts'

/** Source of the regions' outlines: the built-in maps, or an agency's own. */
export interface MapStore {
  /** parts of a region as compressed GeoJSON; undefined if the region has no map of its own */
  gzipped(code: string): Promise<Buffer | undefined>
  /** the same as long as all maps are */
  fingerprint(): Promise<string>
}

export const NATION = '000000'
const NATION_MAP = '100000'
interface Collection {
  features: { properties?: { adcode?: string | number } | null }[]
}

/** A region without parts is drawn as its own outline, taken from the map of the region above. */
async function partOf(maps: MapStore, above: string, code: string): Promise<Buffer | undefined> {
  const map = await maps.gzipped(above)
  if (!map) return undefined
  const { features } = JSON.parse(gunzipSync(map).toString('utf8')) as Collection
  const own = features.filter(feature => String(feature.properties?.adcode ?? '') === code)
  return own.length === 0 ? undefined : gzipSync(JSON.stringify({ type: 'FeatureCollection', features: own }))
}

/** The compressed map of a region. Towns get the map of their county, because there are no outlines below counties. */
export async function mapOf(maps: MapStore, regions: Regions, code: string): Promise<Buffer | undefined> {
  const name = code === NATION ? NATION_MAP : code
  const own = await maps.gzipped(name)
  if (own || !regions.has(code) || code === NATION) return own
  const parent = regions.parentOf(code)
  return (await partOf(maps, parent || NATION_MAP, code)) ?? (parent === '' ? undefined : mapOf(maps, regions, parent))
}
