import { scaleLinear } from 'd3-scale'
import type { MeasureFacts } from '../../../core/contract/statistics.ts'
import { scaledText, scaleOf, type Scale } from '../model/numbers.ts'

/** An axis of values. Every tick is told in the one unit of the axis. */
export interface ValueAxis {
  domain: [lowest: number, highest: number]
  ticks: { value: number; text: string }[]
  scale: Scale
}
interface Asked {
  values: readonly number[]
  measure: MeasureFacts
  /** room along the axis, in pixels */
  room: number
  /** false: the axis may begin near the lowest value, which only lines may */
  fromZero?: boolean
}
const A_TICK = 44
const COUNTED: ReadonlySet<string> = new Set(['count', 'distinct', 'stock'])

export function valueAxis({ values, measure, room, fromZero = true }: Asked): ValueAxis {
  const [low, high] = domainOf(values, fromZero)
  const count = Math.max(2, Math.floor(room / A_TICK))
  const linear = scaleLinear().domain([low, high]).nice(count)
  const [lowest = 0, highest = 1] = linear.domain()
  const scale = scaleOf(Math.max(Math.abs(lowest), Math.abs(highest)), measure)
  const isWhole = COUNTED.has(measure.kind) && (measure.digits ?? 0) === 0
  const isNothing = values.every(value => value === 0)
  const ticks = (isNothing ? [0] : linear.ticks(count))
    .filter(value => !isWhole || Number.isInteger(value))
    .map(value => ({ value, text: scaledText(value, tickOf(measure, highest - lowest), scale) }))
  return { domain: [lowest, highest], ticks, scale }
}

/** A tick of a share needs as many digits as its step, not as its number. */
const tickOf = (measure: MeasureFacts, span: number): MeasureFacts => ({
  ...measure,
  digits: measure.kind === 'share' ? (span < 0.05 ? 1 : 0) : undefined,
})

function domainOf(values: readonly number[], fromZero: boolean): [number, number] {
  const all = fromZero || values.length === 0 ? [0, ...values] : values
  const [low, high] = [Math.min(...all), Math.max(...all)]
  if (low !== high) return [low, high]
  return low === 0 ? [0, 1] : [Math.min(0, low), Math.max(0, high)]
}
