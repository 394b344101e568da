import { t } from '../../i18n/t.ts'
import { ringPath } from '../layout/round.ts'
import { Chart } from '../marks/Chart.tsx'
import { markOf } from '../marks/mark.ts'
import { markProps } from '../marks/useMarks.ts'
import { shortText } from '../model/numbers.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { measuresOf } from '../model/series.ts'
import { shortened } from '../model/text.ts'
import { WITHHELD } from '../model/table.ts'
import './round.css'

const THICK = 10
const NAME = 24
const EDGE = 4

/** How far it has come: a ring for each measure. A share is its own part; `goal` is the whole of another number. */
function Ring(props: PictureProps) {
  const { figures, measures, width, height, options, onOpen } = props
  const facts = measuresOf(figures, measures)
  const row = figures.by.length === 0 ? (figures.rows[0] ?? figures.total) : figures.total
  const columns = columnsOf(facts.length, width, height)
  const [w, h] = [width / columns, height / Math.ceil(facts.length / columns)]
  const radius = Math.max(THICK + 2, Math.min(w / 2, (h - NAME) / 2) - EDGE)
  const goals = (options.goal ?? {}) as Record<string, unknown>
  const middleOf = (at: number): [number, number] => [
    (at % columns) * w + w / 2,
    Math.floor(at / columns) * h + (h - NAME) / 2,
  ]
  const marks = facts.map((measure, at) => {
    const [x, y] = middleOf(at)
    return markOf({ figures, row, measure, title: t(measure.label), at, line: 0, x, y })
  })
  return (
    <Chart width={width} height={height} name={sentenceOf(props)} marks={marks} onOpen={onOpen}>
      {facts.map((measure, at) => {
        const [x, y] = middleOf(at)
        const value = row.values[at] ?? null
        const part = measure.kind === 'share' ? value : partOf(value, goals[measure.name])
        const [text, unit] = row.withheld ? [WITHHELD, ''] : shortText(value, measure, 1e5)
        return (
          <g key={measure.name} transform={`translate(${x} ${y})`}>
            <path {...markProps(at, marks[at])} className="mark ring-track" d={ringPath(1, radius, THICK)} />
            {part !== undefined && part !== null && (
              <path className={`ring-part c${(at % 8) + 1}`} d={ringPath(part, radius, THICK)} />
            )}
            <text className="round-total" textAnchor="middle" dy=".35em">
              {text}
              <tspan className="ring-unit">{unit}</tspan>
            </text>
            <text className="chart-name" textAnchor="middle" y={radius + 18}>
              {shortened(t(measure.label), w)}
              <title>{t(measure.label)}</title>
            </text>
          </g>
        )
      })}
    </Chart>
  )
}

/** So many beside each other that the rings become as large as may be. */
function columnsOf(count: number, width: number, height: number): number {
  const size = (columns: number): number => Math.min(width / columns, height / Math.ceil(count / columns) - NAME)
  const all = Array.from({ length: Math.max(1, count) }, (_, i) => i + 1)
  return all.reduce((best, columns) => (size(columns) > size(best) ? columns : best), 1)
}

const partOf = (value: number | null, goal: unknown): number | undefined =>
  value === null || typeof goal !== 'number' || goal <= 0 ? undefined : value / goal

export const ring: PictureModule = { Picture: Ring, sentence: sentenceOf }
