import { numberText } from './numbers.ts'

/** Steps of one hue, from few to many. */
export const STEPS = 5

/** Bounds of classes, ascending: a value belongs to the last class whose bound it reaches. */
export interface Classes {
  bounds: number[]
  /** some are less than zero: shades run from the middle to both ends, which are as far from it as this */
  ends?: number
  /** some are zero */
  zero?: true
  /** some have no number: that is not zero */
  none?: true
}
/** far from even: equal steps would put nearly all into the first */
const SKEWED = 6

type Told = (bound: number) => string

/**
 * Classes for values above zero: equal steps where values are spread evenly, else equally many in each. `told` writes a
 * bound: two that read alike are one, or the legend would have one number in two shades.
 */
export function classesFor(values: readonly (number | null)[], told: Told = String): Classes {
  const sorted = values.filter(value => value !== null && value > 0).map(Number)
  sorted.sort((a, b) => a - b)
  const some = {
    ...(values.includes(0) && { zero: true as const }),
    ...(values.includes(null) && { none: true as const }),
  }
  if (values.some(value => value !== null && value < 0)) return { bounds: [], ...endsOf(values), ...some }
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined) return { bounds: [], ...some }
  // what is counted has no halves: ≥1.2 would stand in the legend as a second ≥1
  const whole = sorted.every(Number.isInteger) ? Math.ceil : (bound: number) => bound
  const middle = sorted[Math.floor(sorted.length / 2)] ?? low
  const at = (part: number): number =>
    high / middle > SKEWED
      ? (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? low)
      : low + part * (high - low)
  const bounds = Array.from({ length: STEPS }, (_, i) => (i === 0 ? low : whole(rough(at(i / STEPS)))))
  const within = bounds.filter(bound => bound >= low && bound <= high)
  return { bounds: within.filter((bound, i) => i === 0 || told(bound) !== told(within[i - 1] ?? low)), ...some }
}

/** Both ends are alike, so that a fall of ten is as dark as a rise of ten. */
const endsOf = (values: readonly (number | null)[]): { ends: number } => ({
  ends: rough(Math.max(...values.map(value => Math.abs(value ?? 0)))),
})

/** To two digits: a legend is read, not calculated with. */
const rough = (value: number): number => Number(value.toPrecision(2))

/** `step-1` to `step-5`; zero and nothing have looks of their own. */
export function classOf(value: number | null | undefined, { bounds, ends }: Classes): string {
  if (value === null || value === undefined) return 'step-none'
  if (ends !== undefined) return `div-${MIDDLE + sideOf(value, ends)}`
  if (value === 0) return 'step-zero'
  return `step-${stepOf(Math.max(1, bounds.filter(bound => value >= bound).length), bounds.length)}`
}
const MIDDLE = 4
/** Shades on each side of the middle. */
const SIDE = 3
/** How many shades from the middle, and to which side. */
const sideOf = (value: number, ends: number): number =>
  Math.sign(value) * Math.min(SIDE, 1 + Math.floor((Math.abs(value) / ends) * SIDE))

/** few classes use the whole hue */
const stepOf = (nth: number, of: number): number =>
  of <= 1 ? STEPS : 1 + Math.round(((nth - 1) * (STEPS - 1)) / (of - 1))

export interface LegendClass {
  className: string
  text: string
}
/** The classes in real numbers: where each begins; `told` writes a bound. */
export function legendOf({ bounds, ends }: Classes, told: Told = numberText): LegendClass[] {
  if (ends !== undefined) return sidesOf(ends, told)
  return bounds.map((bound, i) => ({ className: `step-${stepOf(i + 1, bounds.length)}`, text: `≥${told(bound)}` }))
}

/** From far below to far above; the middle is none. */
function sidesOf(ends: number, told: Told): LegendClass[] {
  const [one, two] = [ends / SIDE, (2 * ends) / SIDE].map(bound => told(rough(bound)))
  const [less, more] = [told(-rough(ends / SIDE)), told(-rough((2 * ends) / SIDE))]
  const texts = [`≤${more}`, `≤${less}`, '<0', '0', '>0', `≥${one}`, `≥${two}`]
  return texts.map((text, i) => ({ className: `div-${i + 1}`, text }))
}
