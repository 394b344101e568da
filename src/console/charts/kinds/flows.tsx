import type { OutlinePart } from '../../../core/contract/outline.ts'
import { bowOf, placeOf, type Fit } from '../layout/map.ts'

interface Props {
  parts: readonly { part: OutlinePart; value: number | null }[]
  fit: Fit
}
const WIDEST = 4

/** Bows from the seat, which maps name first, to every part that something went to; the wider the more. */
export function Flows({ parts, fit }: Props) {
  const [seat] = parts
  const most = Math.max(0, ...parts.map(({ value }) => value ?? 0))
  if (!seat || most === 0) return null
  const from = placeOf(seat.part, fit)
  return (
    <g aria-hidden="true">
      {parts.map(({ part, value }) => {
        if (part === seat.part || !value) return null
        const d = bowOf(from, placeOf(part, fit))
        return (
          <g key={part.code}>
            <path className="flow" d={d} strokeWidth={1 + (value / most) * (WIDEST - 1)} />
            <path className="flow-move" d={d} strokeWidth={2} pathLength={100} />
          </g>
        )
      })}
    </g>
  )
}
