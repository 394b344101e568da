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

/** How large names and numbers are, in pixels. */
export interface Letters {
  name: number
  number: number
}
export const ON_PAGE: Letters = { name: TYPE['fs-12'], number: TYPE['fs-12'] }
export const ON_WALL: Letters = { name: TYPE['fs-14'], number: TYPE['fs-20'] }

export interface Named {
  part: OutlinePart
  value: number | null
  /** what stands below its name; '' where there is no number */
  number: string
}
/** Where a name stands: on its part, or beside the map at the end of a line that leads to it. */
export interface MapName {
  at: Named
  x: number
  /** of the name's middle; the number's is a line lower */
  y: number
  anchor: 'start' | 'middle' | 'end'
  from?: { x: number; y: number }
}

const GAP = 2
/** of a line of letters, to their size */
export const LINE = 1.25
/** A name may be so much wider than the circle in its part: it is lower than wide, and so are most parts. */
const SPREAD = 1.35
const BESIDE = 12
/** Lines of so many can be followed; beyond, only who has a number is told beside the map. */
const FEW_BESIDE = 8

const heightOf = ({ number }: Named, letters: Letters): number =>
  letters.name * LINE + (number ? letters.number * LINE : 0)
const widthOf = ({ part, number }: Named, letters: Letters): number =>
  Math.max(textWidth(part.name, letters.name), textWidth(number, letters.number)) * SPARE

interface Sheet {
  fit: Fit
  width: number
  height: number
  letters: Letters
  /** of the map, where it is not that of its box */
  middle?: number
}

/** The map and its names; it gives way at its sides where names stand there that would not have room. */
export function namedMap(
  outline: Pick<Outline, 'width' | 'height'>,
  parts: readonly Named[],
  { width, height, letters }: Omit<Sheet, 'fit'>,
): { fit: Fit; names: MapName[] } {
  const fit = fitOf(outline, width, height)
  const names = namesOn(parts, { fit, width, height, letters })
  const beside = names.filter(({ from }) => from)
  const need = Math.max(0, ...beside.map(({ at }) => widthOf(at, letters))) + BESIDE + GAP
  if (beside.length === 0 || fit.left >= need || width < need * 3) return { fit, names }
  const [left, right] = ['end', 'start'].map(side => (beside.some(({ anchor }) => anchor === side) ? need : 0))
  const inner = fitOf(outline, width - (left ?? 0) - (right ?? 0), height)
  const narrow = { ...inner, left: inner.left + (left ?? 0) }
  const middle = narrow.left + (outline.width * narrow.scale) / 2
  return { fit: narrow, names: namesOn(parts, { fit: narrow, width, height, letters, middle }) }
}

/** A name stands in its part where that has room; the others are beside the map, those with larger numbers first. */
export function namesOn(parts: readonly Named[], sheet: Sheet): MapName[] {
  const { fit, width, letters } = sheet
  const taken: Box[] = []
  const inOrder = parts.filter(({ part }) => part.name !== '').sort((a, b) => (b.value ?? -1) - (a.value ?? -1))
  const [within, without]: [MapName[], Named[]] = [[], []]
  for (const at of inOrder) {
    const { x, y } = placeOf(at.part, fit)
    const [half, high] = [widthOf(at, letters) / 2 + GAP, heightOf(at, letters) / 2]
    const box = { left: x - half, right: x + half, top: y - high, bottom: y + high }
    const hasRoom = Math.max(half, high) <= at.part.r * fit.scale * SPREAD
    if (hasRoom && box.left >= 0 && box.right <= width && !taken.some(one => overlap(one, box))) {
      taken.push(box)
      within.push({ at, x, y: y - high + (letters.name * LINE) / 2, anchor: 'middle' })
    } else without.push(at)
  }
  // in the order of the parts: with other numbers the names stay where they are in the page
  const places = new Map(parts.map(({ part }, at) => [part.code, at]))
  const told = without.length > FEW_BESIDE ? without.filter(({ value }) => value !== null && value !== 0) : without
  return [...within, ...besides(told, sheet)].sort(
    (a, b) => (places.get(a.at.part.code) ?? 0) - (places.get(b.at.part.code) ?? 0),
  )
}
type Box = Parameters<typeof overlap>[0]

/** At the side that a part is nearer to, from above to below as the parts are, so that no lines cross. */
function besides(parts: readonly Named[], sheet: Sheet): MapName[] {
  const { fit, width, middle = width / 2 } = sheet
  const isLeft = ({ part }: Named): boolean => placeOf(part, fit).x < middle
  return [true, false].flatMap(left =>
    column(
      parts.filter(one => isLeft(one) === left),
      left,
      sheet,
    ),
  )
}

function column(parts: readonly Named[], isLeft: boolean, { fit, width, height, letters }: Sheet): MapName[] {
  const most = Math.max(...parts.map(one => heightOf(one, letters)), 1) + GAP
  const widest = Math.max(...parts.map(one => widthOf(one, letters)), 0)
  const edge = isLeft ? Math.max(widest, fit.left - BESIDE) : Math.min(width - widest, width - fit.left + BESIDE)
  const shown = parts.slice(0, Math.max(0, Math.floor(height / most))).sort((a, b) => a.part.y - b.part.y)
  let low = 0
  const tops = shown.map(({ part }, i) => {
    const left = (shown.length - i) * most
    const top = Math.min(Math.max(low, placeOf(part, fit).y - most / 2), height - left)
    low = top + most
    return top
  })
  return shown.map((at, i) => ({
    at,
    x: edge,
    y: (tops[i] ?? 0) + (letters.name * LINE) / 2,
    anchor: isLeft ? 'end' : 'start',
    from: placeOf(at.part, fit),
  }))
}

/** A bow from one place to another, bent to its left. */
export function bowOf(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const [x, y] = [(from.x + to.x) / 2 + dy * BEND, (from.y + to.y) / 2 - dx * BEND]
  return `M${round(from.x)} ${round(from.y)}Q${round(x)} ${round(y)} ${round(to.x)} ${round(to.y)}`
}
const BEND = 0.2
const round = (value: number): number => Math.round(value * 10) / 10
