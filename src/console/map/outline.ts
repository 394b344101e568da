/** Rings of an area: longitude and latitude in degrees. */
type Ring = [number, number][]
export interface AreaShape {
  code: string
  name: string
  rings: Ring[]
}
interface Feature {
  properties: { adcode?: string | number; code?: string | number; name?: string }
  geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] }
}
export interface Shapes {
  features: Feature[]
}

export const shapesOf = ({ features }: Shapes): AreaShape[] =>
  features.map(({ properties, geometry }) => ({
    code: String(properties.adcode ?? properties.code ?? ''),
    name: properties.name ?? '',
    rings: geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  }))

const RADIAN = Math.PI / 180

export interface Outline {
  code: string
  name: string
  /** SVG path */
  path: string
  /** where its name stands */
  at: [number, number]
}

/** Paths in a box of this size; degrees of longitude are shortened as at the middle, which a region bears well. */
export function outlines(areas: readonly AreaShape[], width: number, height: number): Outline[] {
  const points = areas.flatMap(({ rings }) => rings.flat())
  const [left, right] = [least(points, 0), most(points, 0)]
  const [bottom, top] = [least(points, 1), most(points, 1)]
  const narrow = Math.cos(((top + bottom) / 2) * RADIAN)
  const scale = Math.min(width / ((right - left) * narrow || 1), height / (top - bottom || 1))
  const [x0, y0] = [(width - (right - left) * narrow * scale) / 2, (height - (top - bottom) * scale) / 2]
  const project = ([lng, lat]: [number, number]): [number, number] => [
    round(x0 + (lng - left) * narrow * scale),
    round(y0 + (top - lat) * scale),
  ]
  return areas.map(({ code, name, rings }) => ({
    code,
    name,
    path: rings.map(ring => `M${ring.map(point => project(point).join()).join('L')}Z`).join(''),
    at: project(middle(rings)),
  }))
}

const round = (value: number): number => Math.round(value * 10) / 10
const least = (points: readonly [number, number][], at: 0 | 1): number =>
  points.reduce((low, point) => Math.min(low, point[at]), Infinity)
const most = (points: readonly [number, number][], at: 0 | 1): number =>
  points.reduce((high, point) => Math.max(high, point[at]), -Infinity)

/** The middle of the longest ring. */
function middle(rings: readonly Ring[]): [number, number] {
  const ring = rings.reduce<Ring>((longest, one) => (one.length > longest.length ? one : longest), [])
  return [(least(ring, 0) + most(ring, 0)) / 2, (least(ring, 1) + most(ring, 1)) / 2]
}
