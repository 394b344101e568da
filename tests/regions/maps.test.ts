import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { cleanPolygons, type Polygon, type Ring } from '../../scripts/maps/geometry.ts'

interface Feature {
  properties: { adcode: string; name: string; parent: string; level: string }
  geometry: { type: string; coordinates: Polygon[] }
}
const folder = join(import.meta.dirname, '../../data-maps')
const files = readdirSync(folder).filter(name => name.endsWith('.json.gz'))
const read = (code: string): Feature[] =>
  (JSON.parse(gunzipSync(readFileSync(join(folder, `${code}.json.gz`))).toString('utf8')) as { features: Feature[] })
    .features
const all = files.flatMap(name => read(name.slice(0, 6)).map(feature => ({ file: name.slice(0, 6), feature })))
type Row = [code: string, name: string, parent: string, level: number]
const regions = JSON.parse(readFileSync(join(folder, '../data-regions/regions.json'), 'utf8')) as Row[]

const TAU = 2 * Math.PI
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** As d3-geo counts: what lies to the right of the ring, whichever way round that is. */
function ringSum(ring: Ring): number {
  return ring.reduce((sum, [lng, lat], i) => {
    const [nextLng, nextLat] = ring[(i + 1) % ring.length]!
    const [a, b] = [radians(lat) / 2 + Math.PI / 4, radians(nextLat) / 2 + Math.PI / 4]
    const delta = radians(nextLng - lng)
    const k = Math.sin(a) * Math.sin(b)
    return sum - Math.atan2(k * Math.sin(delta), Math.cos(a) * Math.cos(b) + k * Math.cos(delta))
  }, 0)
}
/** Steradians on the unit sphere. */
const geoArea = ({ geometry }: Feature): number =>
  geometry.coordinates.reduce((sum, polygon) => {
    const one = polygon.reduce((rings, ring) => rings - ringSum(ring), 0)
    return sum + 2 * (one < 0 ? TAU + one : one)
  }, 0)

describe('region maps', () => {
  it('are wound for d3: no region is all the world but itself', () => {
    expect(all.length).toBeGreaterThan(3200)
    const wrong = all.filter(({ feature }) => !(geoArea(feature) > 0 && geoArea(feature) < 0.5))
    expect(wrong.map(({ file, feature }) => `${file}/${feature.properties.adcode} ${geoArea(feature)}`)).toEqual([])
  })

  it('have the area of the country, which a wrong turn would not', () => {
    // 9.6 million square kilometres on a sphere of 6,371 km
    const area = read('100000').reduce((sum, feature) => sum + geoArea(feature), 0) * 6371 ** 2
    expect(area).toBeGreaterThan(9_300_000)
    expect(area).toBeLessThan(9_800_000)
    const turned = {
      properties: all[0]!.feature.properties,
      geometry: { type: 'MultiPolygon', coordinates: [[[...all[0]!.feature.geometry.coordinates[0]![0]!].reverse()]] },
    }
    expect(geoArea(turned)).toBeGreaterThan(6)
  })

  it('lie within the country, with closed rings', () => {
    const outside = all.filter(({ feature }) =>
      feature.geometry.coordinates.flat(2).some(([lng, lat]) => lng < 73 || lng > 136 || lat < 3 || lat > 54),
    )
    const open = all.filter(({ feature }) =>
      feature.geometry.coordinates.flat().some(ring => ring.length < 4 || String(ring[0]) !== String(ring.at(-1))),
    )
    expect([outside, open].map(wrong => wrong.map(({ feature }) => feature.properties.adcode))).toEqual([[], []])
  })

  it('show the line in the South China Sea on the map of the country', () => {
    const line = read('100000').find(({ properties }) => properties.adcode === '100000_JD')
    expect(line?.geometry.coordinates).toHaveLength(10)
    expect(line && geoArea(line)).toBeLessThan(1e-3)
    expect(read('100000')).toHaveLength(35)
  })

  it('know the regions of data-regions by the codes of today', () => {
    const drawn = new Set(all.map(({ feature }) => feature.properties.adcode))
    const missing = regions.filter(([code]) => !drawn.has(code)).map(([code]) => code)
    // inside another one, or newer than the shapes (geo sources know none)
    expect(missing.filter(code => !/^(6328|6590|4603|6202|2327|710000)/.test(code))).toEqual([])
    expect(['340212', '410307', '410308', '654301'].filter(code => !drawn.has(code))).toEqual([])
  })

  it('lose what rounding leaves nothing of, and keep a reef', () => {
    const square = (size: number): Ring => [
      [100, 30],
      [100 + size, 30],
      [100 + size, 30 + size],
      [100, 30 + size],
      [100, 30],
    ]
    const turned = cleanPolygons([[square(1)], [square(0.0002)]], 3)
    expect(turned).toEqual([[[...square(1)].reverse()]])
    expect(cleanPolygons([[square(0.0002)]], 3)).toHaveLength(1)
  })
})
