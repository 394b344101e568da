export type Point = [lng: number, lat: number]
export type Ring = Point[]
export type Polygon = Ring[]

/** Twice the planar area: its sign tells which way round the ring runs. */
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

/** On the sphere the other way round means all the world but the region: d3 fills what lies to the right of a ring. */
function wound(ring: Ring, isHole: boolean): Ring {
  const isClockwise = signed(ring) < 0
  return isClockwise === isHole ? [...ring].reverse() : ring
}

function cleaned(polygon: Polygon, decimals: number): Polygon[] {
  const rings = polygon.map(ring => rounded(ring, decimals))
  // a sliver of less than one rounded square has no sense of direction left
  const isReal = (ring: Ring): boolean => ring.length >= 4 && Math.abs(signed(ring)) > 2 * 10 ** (-2 * decimals)
  const [outer, ...holes] = rings
  if (!outer || !isReal(outer)) return []
  return [[wound(outer, false), ...holes.filter(isReal).map(hole => wound(hole, true))]]
}

/** Fewer decimals make a third of the bytes; what would vanish with them, a reef, keeps more. */
export function cleanPolygons(polygons: Polygon[], decimals: number): Polygon[] {
  const kept = polygons.flatMap(polygon => cleaned(polygon, decimals))
  return kept.length > 0 ? kept : polygons.flatMap(polygon => cleaned(polygon, decimals + 2))
}
