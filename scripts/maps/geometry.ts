export type Point = [lng: number, lat: number]
export type Ring = Point[]
export type Polygon = Ring[]

/** Twice the signed planar area: its sign gives the ring's orientation. */
const signed = (ring: Ring): number =>
  ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length] as Point
    return sum + x * nextY - nextX * y
  }, 0)

function rounded(ring: Ring, decimals: number): Ring {
  const scale = 10 ** decimals
  const points = ring.map(([lng, lat]): Point => [Math.round(lng * scale) / scale, Math.round(lat * scale) / scale])
  return points.filter(([lng, lat], i) => i === 0 || lng !== points[i - 1]?.[0] || lat !== points[i - 1]?.[1])
}

/**
 * Orients a ring for d3, which on a sphere fills the area to the right: the other orientation would fill all the world
 * but the region.
 */
function wound(ring: Ring, isHole: boolean): Ring {
  const isClockwise = signed(ring) < 0
  return isClockwise === isHole ? [...ring].reverse() : ring
}

function cleaned(polygon: Polygon, decimals: number): Polygon[] {
  const rings = polygon.map(ring => rounded(ring, decimals))
  // slivers below one rounded square have no reliable orientation
  const isReal = (ring: Ring): boolean => ring.length >= 4 && Math.abs(signed(ring)) > 2 * 10 ** (-2 * decimals)
  const [outer, ...holes] = rings
  if (!outer || !isReal(outer)) return []
  return [[wound(outer, false), ...holes.filter(isReal).map(hole => wound(hole, true))]]
}

/** Rounds coordinates to a third of the bytes; polygons that would vanish, such as reefs, keep more decimals. */
export function cleanPolygons(polygons: Polygon[], decimals: number): Polygon[] {
  const kept = polygons.flatMap(polygon => cleaned(polygon, decimals))
  return kept.length > 0 ? kept : polygons.flatMap(polygon => cleaned(polygon, decimals + 2))
}
