type Point = readonly [x: number, y: number]
type Ring = readonly Point[]

/** The place inside that is farthest from every edge, and how far: where a name has most room. */
export interface Pole {
  x: number
  y: number
  r: number
}

interface Cell extends Pole {
  half: number
  /** the farthest that anything inside it can be from an edge */
  most: number
}

/** On a grid of whole numbers nothing finer is seen. */
const PRECISION = 1

/**
 * Quarters the box of the shape again and again, the square that promises most first, until none promises more than
 * has been found (the way of Mapbox's polylabel). Holes and further islands count, as rings of the same shape.
 */
export function poleOf(rings: readonly Ring[]): Pole | undefined {
  const points = rings.flat()
  if (points.length === 0) return undefined
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top] = [least(xs), least(ys)]
  const [width, height] = [-least(xs.map(x => -x)) - left, -least(ys.map(y => -y)) - top]
  const cellAt = (x: number, y: number, half: number): Cell => {
    const r = distance(x, y, rings)
    return { x, y, half, r, most: r + half * Math.SQRT2 }
  }
  const side = Math.max(PRECISION, Math.min(width, height))
  const waiting: Cell[] = []
  for (let x = left; x < left + width; x += side)
    for (let y = top; y < top + height; y += side) waiting.push(cellAt(x + side / 2, y + side / 2, side / 2))
  let best = cellAt(left + width / 2, top + height / 2, 0)
  for (;;) {
    waiting.sort((a, b) => a.most - b.most)
    const cell = waiting.pop()
    if (!cell || cell.most - best.r <= PRECISION) break
    if (cell.r > best.r) best = cell
    const half = cell.half / 2
    for (const dx of [-half, half]) for (const dy of [-half, half]) waiting.push(cellAt(cell.x + dx, cell.y + dy, half))
  }
  return { x: Math.round(best.x), y: Math.round(best.y), r: Math.max(0, Math.round(best.r)) }
}

const least = (values: readonly number[]): number => values.reduce((low, value) => Math.min(low, value), Infinity)

/** From a point to the nearest edge; below zero outside. */
function distance(x: number, y: number, rings: readonly Ring[]): number {
  let [isInside, near] = [false, Infinity]
  for (const ring of rings) {
    let before = ring.at(-1) ?? [0, 0]
    for (const point of ring) {
      if (crosses(x, y, point, before)) isInside = !isInside
      near = Math.min(near, squared(x, y, point, before))
      before = point
    }
  }
  return (isInside ? 1 : -1) * Math.sqrt(near)
}

/** Whether a ray to the right of the point meets the edge. */
const crosses = (x: number, y: number, [ax, ay]: Point, [bx, by]: Point): boolean =>
  ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax

/** Square of the distance to an edge. */
function squared(x: number, y: number, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return (x - ax - part * dx) ** 2 + (y - ay - part * dy) ** 2
}
