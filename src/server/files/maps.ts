import { gunzipSync, gzipSync } from 'node:zlib'
import type { Regions } from '../access/regions.ts'

/** Where the shapes of regions lie: ours, or an agency's own. */
export interface MapStore {
  /** the parts of a region as compressed GeoJSON; nothing where it has no map of its own */
  gzipped(code: string): Promise<Buffer | undefined>
}

const NATION = '000000'
const NATION_MAP = '100000'
interface Collection {
  features: { properties?: { adcode?: string | number } | null }[]
}

/** A region without parts of its own is drawn as the part that it is of the one above. */
async function partOf(maps: MapStore, above: string, code: string): Promise<Buffer | undefined> {
  const map = await maps.gzipped(above)
  if (!map) return undefined
  const { features } = JSON.parse(gunzipSync(map).toString('utf8')) as Collection
  const own = features.filter(feature => String(feature.properties?.adcode ?? '') === code)
  return own.length === 0 ? undefined : gzipSync(JSON.stringify({ type: 'FeatureCollection', features: own }))
}

/** The map of a region, compressed; of a town, that of its county, below which no shapes are known. */
export async function mapOf(maps: MapStore, regions: Regions, code: string): Promise<Buffer | undefined> {
  const name = code === NATION ? NATION_MAP : code
  const own = await maps.gzipped(name)
  if (own || !regions.has(code) || code === NATION) return own
  const parent = regions.parentOf(code)
  return (await partOf(maps, parent || NATION_MAP, code)) ?? (parent === '' ? undefined : mapOf(maps, regions, parent))
}
