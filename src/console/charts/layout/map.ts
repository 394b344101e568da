import type { Outline, OutlinePart } from '../../../core/contract/outline.ts'
import { textWidth } from '../../i18n/width.ts'
import { overlap } from './cloud.ts'
import { TYPE } from '../../theme/scale.ts'

/** How the map's grid stands in its box: first moved, then scaled. */
export interface Fit {
  scale: number
  left: number
  top: number
}
const EDGE = 8

export function fitOf({ width, height }: Pick<Outline, 'width' | 'height'>, w: number, h: number): Fit {
  const scale = Math.max(0.01, Math.min((w - EDGE * 2) / Math.max(1, width), (h - EDGE * 2) / Math.max(1, height)))
  return { scale, left: (w - width * scale) / 2, top: (h - height * scale) / 2 }
}
export const placeOf = ({ x, y }: Pick<OutlinePart, 'x' | 'y'>, fit: Fit): { x: number; y: number } => ({
  x: fit.left + x * fit.scale,
  y: fit.top + y * fit.scale,
})

/** Lines that texts beside each other take, from one on; what is more than a third of the box is scrolled. */
export function linesBeside(texts: readonly string[], width: number, height: number): number {
  let [lines, used] = [1, 0]
  for (const text of texts) {
    const own = textWidth(text, SIZE) * SPARE
    if (used > 0 && used + BETWEEN + own > width) [lines, used] = [lines + 1, own]
    else used += (used > 0 ? BETWEEN : 0) + own
  }
  return Math.max(1, Math.min(lines, Math.floor(height / 3 / NOTE_LINE)))
}
export const NOTE_LINE = TYPE['lh-12']
const BETWEEN = 12
/** widths are reckoned without a browser */
const SPARE = 1.05

const SIZE = TYPE['fs-12']
const GAP = 2

/**
 * Which parts have their name on the map: those with the larger numbers first, and none over another. The others say
 * theirs in the tip.
 */
export function namesOn(
  parts: readonly { part: OutlinePart; value: number | null }[],
  fit: Fit,
  width: number,
): { code: string; name: string; x: number; y: number }[] {
  const taken: { left: number; right: number; top: number; bottom: number }[] = []
  const inOrder = [...parts].sort((a, b) => (b.value ?? -1) - (a.value ?? -1))
  const named = inOrder.flatMap(({ part }) => {
    const { x, y } = placeOf(part, fit)
    const half = textWidth(part.name, SIZE) / 2 + GAP
    const box = { left: x - half, right: x + half, top: y - SIZE / 2 - GAP, bottom: y + SIZE / 2 + GAP }
    const isFree = part.name !== '' && box.left >= 0 && box.right <= width && !taken.some(one => overlap(one, box))
    if (!isFree) return []
    taken.push(box)
    return [{ code: part.code, name: part.name, x, y }]
  })
  // in the order of the parts: with other numbers the names stay where they are in the page
  const places = new Map(parts.map(({ part }, at) => [part.code, at]))
  return named.sort((a, b) => (places.get(a.code) ?? 0) - (places.get(b.code) ?? 0))
}

/** A bow from one place to another, bent to its left. */
export function bowOf(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const [x, y] = [(from.x + to.x) / 2 + dy * BEND, (from.y + to.y) / 2 - dx * BEND]
  return `M${round(from.x)} ${round(from.y)}Q${round(x)} ${round(y)} ${round(to.x)} ${round(to.y)}`
}
const BEND = 0.2
const round = (value: number): number => Math.round(value * 10) / 10
