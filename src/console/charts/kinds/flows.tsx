import type { OutlinePart } from '../../../core/contract/outline.ts'
import { bowOf, placeOf, type Fit } from '../layout/map.ts'

interface Props {
  /** how much went to each part; the seat, which maps name first, is where it comes from */
  flows: readonly { part: OutlinePart; value: number }[]
  fit: Fit
}
const WIDEST = 4

/** Bows from the seat to every part that something went to; the wider the more. */
export function Flows({ flows: [seat, ...others], fit }: Props) {
  const most = Math.max(0, ...others.map(({ value }) => value))
  if (!seat || most === 0) return null
  const from = placeOf(seat.part, fit)
  return (
    <g className="flows" aria-hidden="true">
      {others.map(({ part, value }) => {
        if (value <= 0) return null
        const to = placeOf(part, fit)
        const d = bowOf(from, to)
        return (
          <g key={part.code}>
            <path className="flow" d={d} strokeWidth={1 + (value / most) * (WIDEST - 1)} />
            <path className="flow-move" d={d} strokeWidth={2} pathLength={100} />
            <circle className="flow-end" cx={to.x} cy={to.y} r={2.5} />
          </g>
        )
      })}
      <circle className="flow-seat" cx={from.x} cy={from.y} r={4} />
    </g>
  )
}
