import type { Box, Outline, OutlinePart } from '../../core/contract/outline.ts'
import { poleOf, type Pole } from './pole.ts'

type Point = [longitude: number, latitude: number]
type Ring = Point[]
interface Feature {
  properties?: { adcode?: string | number; name?: string; level?: string } | null
  geometry: { type: string; coordinates: unknown } | null
}

/** Units along the longer side: half a pixel of what a screen gives a map. */
const SIZE = 1000
const HALF = 2

/** A map as flat drawings on a grid of whole numbers, in Mercator's projection, north above. */
export function outlineOf(features: readonly Feature[]): Outline {
  const shapes = features.map(feature => ({ feature, rings: ringsOf(feature.geometry).map(ring => ring.map(flat)) }))
  const lines = shapes.filter(({ feature }) => isLine(feature)).flatMap(({ rings }) => rings.flat())
  const all = shapes.flatMap(({ rings }) => rings.flat())
  // a nation's lines lead around islands far away from it: its own map is that of the largest piece of each part
  const core = lines.length > 0 ? shapes.flatMap(({ feature, rings }) => (isLine(feature) ? [] : largest(rings))) : all
  const [left, right] = spanOf(core.map(([x]) => x))
  const [top, bottom] = spanOf(core.map(([, y]) => y))
  const scale = SIZE / Math.max(right - left, bottom - top, Number.EPSILON)
  const onGrid = ([x, y]: Point): Point => [Math.round((x - left) * scale), Math.round((y - top) * scale)]
  const parts = shapes.map(({ feature, rings }): OutlinePart => {
    const placed = rings.map(ring => withoutRepeats(ring.map(onGrid)))
    const { x, y, r } = poleOf(placed.filter(ring => ring.length > HALF)) ?? dotOf(placed.flat())
    return {
      code: String(feature.properties?.adcode ?? ''),
      name: feature.properties?.name ?? '',
      ...(isLine(feature) ? { isLine: true } : {}),
      d: drawingOf(placed, x, y),
      x,
      y,
      r,
    }
  })
  const [width, height] = [Math.ceil((right - left) * scale), Math.ceil((bottom - top) * scale)]
  const apart = boxOf(lines.map(onGrid))
  return { width, height, parts, ...(apart && apart.y + apart.height > height ? { inset: apart } : {}) }
}

const isLine = ({ properties }: Feature): boolean => properties?.level === 'line'
const largest = (rings: readonly Ring[]): Ring => {
  const areas = rings.map(ring => {
    const box = boxOf(ring)
    return box ? box.width * box.height : 0
  })
  return rings[areas.indexOf(Math.max(...areas))] ?? []
}
function boxOf(points: readonly Point[]): Box | undefined {
  if (points.length === 0) return undefined
  const [left, right] = spanOf(points.map(([x]) => x))
  const [top, bottom] = spanOf(points.map(([, y]) => y))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

function ringsOf(geometry: Feature['geometry']): Ring[] {
  if (geometry?.type === 'Polygon') return geometry.coordinates as Ring[]
  return geometry?.type === 'MultiPolygon' ? (geometry.coordinates as Ring[][]).flat() : []
}

/** Degrees to Mercator's plane, whose y grows to the south as that of a screen does. */
const flat = ([longitude, latitude]: Point): Point => {
  const [x, y] = [longitude, latitude].map(degrees => (degrees * Math.PI) / 180) as Point
  return [x, -Math.log(Math.tan(Math.PI / 4 + y / 2))]
}

/** By a loop: a nation has more points than a call has arguments. */
function spanOf(values: readonly number[]): [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return least <= most ? [least, most] : [0, 0]
}
function dotOf(points: readonly Point[]): Pole {
  const [left, right] = spanOf(points.map(([x]) => x))
  const [top, bottom] = spanOf(points.map(([, y]) => y))
  return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2), r: 0 }
}

const withoutRepeats = (ring: readonly Point[]): Point[] =>
  ring.filter(([x, y], i) => {
    const before = ring[i - 1]
    return !before || before[0] !== x || before[1] !== y
  })

/** Steps from point to point. What is too small for the grid stays a dot: a part of a country is not left out. */
function drawingOf(rings: readonly Point[][], x: number, y: number): string {
  const drawn = rings.filter(ring => ring.length > HALF)
  if (drawn.length === 0) return `M${x - 1} ${y - 1}h2v2h-2z`
  return drawn.map(pathOf).join('')
}
function pathOf(ring: readonly Point[]): string {
  const [first = [0, 0], ...others] = ring
  let [x, y] = first
  const steps = others.map(([nextX, nextY]) => {
    const step = `${nextX - x} ${nextY - y}`
    ;[x, y] = [nextX, nextY]
    return step
  })
  return `M${first[0]} ${first[1]}l${steps.join(' ').replaceAll(' -', '-')}z`
}
