import { t } from '../../i18n/t.ts'
import { isAlone, type LinePanel } from '../layout/lines.ts'
import type { Mark } from '../marks/mark.ts'
import { shapeOf } from '../marks/shapes.ts'
import { markProps } from '../marks/useMarks.ts'
import { Names, Ticks } from './axes.tsx'

interface Props {
  panel: LinePanel
  marks: readonly Mark[]
  /** index of the first mark */
  start?: number
  colourOf: (line: number) => string
  valuesOf: (line: number) => readonly (number | null)[]
  /** whether something is marked at this x */
  isMarked?: (at: number) => boolean
}

/** Axes, bands, lines and points of one panel. */
export function Lines({ panel, marks, start = 0, colourOf, valuesOf, isMarked }: Props) {
  const { box, axis, bands, lines, points, hasDots } = panel
  const right = box.left + box.width
  return (
    <>
      {axis.scale.unit && box.top > 12 && (
        <text className="chart-unit" x={0} y={12}>
          {t('单位：{unit}', { unit: axis.scale.unit })}
        </text>
      )}
      {panel.spans.map(({ label, x, width }) => (
        <g key={x} aria-hidden="true">
          <rect className="chart-span" x={x} y={box.top} width={width} height={box.height} />
          <text x={x + 4} y={box.top + 12}>
            {label}
          </text>
        </g>
      ))}
      {bands.map(({ label, tone, y, height }) => (
        <g key={label} aria-hidden="true">
          <rect className={`chart-band tone-${tone}`} x={box.left} y={y} width={box.width} height={height} />
          <text x={right + 8} y={y + height / 2} dy=".35em">
            {label}
          </text>
        </g>
      ))}
      <Ticks ticks={panel.ticks} left={box.left} right={right} />
      <line className="chart-base" x1={box.left} x2={right} y1={box.top + box.height} y2={box.top + box.height} />
      {lines.map(({ line, d }) => (
        <path key={line} className={`chart-line ${colourOf(line)}`} d={d} />
      ))}
      {points.map(({ line, at, x, y }, i) => {
        const isAbnormal = isMarked?.(at) === true && line === 0
        const isSeen = hasDots || isAbnormal || isAlone(valuesOf(line), at)
        return (
          <path
            key={`${line}.${at}`}
            {...markProps(start + i, marks[i])}
            className={`mark dot ${isAbnormal ? 'marked' : ''} ${isSeen ? '' : 'faint'} ${colourOf(line)}`}
            d={shapeOf(line)}
            transform={`translate(${x} ${y})`}
          />
        )
      })}
      <Names names={panel.names} form={panel.form} />
    </>
  )
}
