import type { Named } from '../layout/bars.ts'
import type { NameForm } from '../layout/names.ts'

interface TicksProps {
  ticks: readonly { text: string; at: number }[]
  left: number
  right: number
}

/** A light line and a number for each tick of an upright axis. */
export const Ticks = ({ ticks, left, right }: TicksProps) => (
  <g aria-hidden="true">
    {ticks.map(({ text, at }) => (
      <g key={text}>
        <line className="chart-grid" x1={left} x2={right} y1={at} y2={at} />
        <text className="chart-tick num" x={left - 6} y={at} dy=".35em" textAnchor="end">
          {text}
        </text>
      </g>
    ))}
  </g>
)

interface NamesProps {
  names: readonly Named[]
  form: NameForm
  /** at the left of lying bars instead of below */
  isBeside?: boolean
}
const LINE = 16

/** Names of categories as they were laid out; a shortened one says itself whole. */
export const Names = ({ names, form, isBeside = false }: NamesProps) => (
  <g aria-hidden="true">
    {names.map(({ x, y, lines, whole }) => {
      const top = isBeside ? y - ((lines.length - 1) * LINE) / 2 : y
      const isTilted = form === 'tilted'
      return (
        <text
          key={`${x} ${y}`}
          className="chart-name"
          x={x}
          y={top}
          dy={isBeside ? '.35em' : undefined}
          textAnchor={isBeside || isTilted ? 'end' : 'middle'}
          transform={isTilted ? `rotate(-45 ${x} ${y})` : undefined}
        >
          {lines.map((line, i) => (
            <tspan key={line} x={x} dy={i === 0 ? undefined : LINE}>
              {line}
            </tspan>
          ))}
          {lines.join('') !== whole && lines.length > 0 && <title>{whole}</title>}
        </text>
      )
    })}
  </g>
)
