import { textWidth } from '../../i18n/width.ts'

export interface Word {
  /** index of the group */
  at: number
  x: number
  y: number
  size: number
}
interface Box {
  left: number
  right: number
  top: number
  bottom: number
}
const [SMALLEST, LARGEST] = [12, 64]
/** the largest word takes that part of the height */
const OF_HEIGHT = 0.25
const SHRINK = 0.88
const ATTEMPTS = 9
const GAP = 3
const A_STEP = 0.35
const MOST_STEPS = 900

/** Words around the middle, the largest first; sizes shrink until all of them fit. `left` did not fit at any size. */
export function layoutCloud(
  words: readonly { text: string; value: number | null }[],
  width: number,
  height: number,
): { words: Word[]; left: number } {
  const given = words.flatMap(({ text, value }, at) => (value !== null && value > 0 ? [{ text, value, at }] : []))
  const most = Math.max(0, ...given.map(({ value }) => value))
  const inOrder = [...given].sort((a, b) => b.value - a.value)
  let best: Word[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const largest = Math.max(SMALLEST, Math.min(LARGEST, height * OF_HEIGHT) * SHRINK ** attempt)
    const placed = placeAll(inOrder, most, largest, width, height)
    if (placed.length > best.length) best = placed
    if (placed.length === inOrder.length) break
  }
  return { words: best, left: inOrder.length - best.length }
}

function placeAll(
  words: readonly { text: string; value: number; at: number }[],
  most: number,
  largest: number,
  width: number,
  height: number,
): Word[] {
  const taken: Box[] = []
  return words.flatMap(({ text, value, at }): Word[] => {
    // the area of a word, and not its height, is as its number
    const size = Math.max(SMALLEST, Math.round(largest * Math.sqrt(value / most)))
    const place = freePlace(textWidth(text, size) + GAP, size * 1.2, taken, width, height)
    if (!place) return []
    taken.push(place)
    return [{ at, size, x: (place.left + place.right) / 2, y: (place.top + place.bottom) / 2 }]
  })
}

/** Along a flat spiral from the middle outwards. */
function freePlace(w: number, h: number, taken: readonly Box[], width: number, height: number): Box | undefined {
  const flatness = height / Math.max(width, 1)
  for (let i = 0; i < MOST_STEPS; i++) {
    const angle = i * A_STEP
    const [x, y] = [width / 2 + 2 * angle * Math.cos(angle), height / 2 + 2 * angle * flatness * Math.sin(angle)]
    const box = { left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 }
    const isInside = box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height
    if (isInside && !taken.some(one => overlap(one, box))) return box
  }
  return undefined
}

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
