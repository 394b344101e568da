import { area, line } from 'd3-shape'
import { listOf, type FigureRow, type MeasureFacts } from '../../../core/contract/statistics.ts'
import { t } from '../../i18n/t.ts'
import { changesOf, type SaidChange } from '../model/change.ts'
import { behind, NO_NUMBER, shortText, valueText } from '../model/numbers.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { dimensionOf, measuresOf } from '../model/series.ts'
import { WITHHELD } from '../model/table.ts'
import { useCounting } from '../marks/useCounting.ts'
import '../marks/charts.css'
import './kpi.css'

const SPARK_HEIGHT = 28
const LEAST_FOR_SPARK = 96

/** One number, how it has changed, and how it went there; other measures stand small below. */
function Kpi(props: PictureProps) {
  const { figures, measures, width, height, options } = props
  const [first, ...others] = measuresOf(figures, measures)
  if (!first) return null
  const row = rowOf(props)
  const points = sparkOf(props)
  const hasSpark = options.spark !== false && isMoving(points) && height >= LEAST_FOR_SPARK
  return (
    <div className="kpi" style={{ width, height }} role="group" aria-label={sentenceOf(props)}>
      <Number props={props} row={row} measure={first} className="kpi-value" />
      <div className="kpi-notes">
        <p className="kpi-changes">
          {changesOf(figures, row, 0, first).map(change => (
            <ChangeWords key={change.key} change={change} />
          ))}
        </p>
        {others.length > 0 && (
          <p className="kpi-others">
            {others.map(measure => (
              <span key={measure.name}>
                <em title={t(measure.label)}>{t(measure.label)}</em>{' '}
                <Number props={props} row={row} measure={measure} className="kpi-other" />
              </span>
            ))}
          </p>
        )}
      </div>
      {hasSpark && <Spark points={points} width={width} />}
    </div>
  )
}

/** Over time it is the period that was asked for, which is the last one; the line shows how it came there. */
function rowOf({ figures, last }: PictureProps): FigureRow {
  if (figures.by.length === 0) return figures.rows[0] ?? figures.total
  return (last === undefined ? undefined : figures.rows.at(-1)) ?? figures.total
}

interface NumberProps {
  props: PictureProps
  row: FigureRow
  measure: MeasureFacts
  className: string
}
/** In a large unit where it is long; the number to its last digit stands behind it. */
function Number({ props: { figures, onOpen, options }, row, measure, className }: NumberProps) {
  const value = row.values[figures.measures.indexOf(measure.name)]
  const counted = useCounting(value ?? null, options.counting === true)
  const [text, unit] = row.withheld ? [WITHHELD, ''] : shortText(counted, measure)
  const inside = (
    <>
      <b className={text === NO_NUMBER ? 'num none' : 'num'}>{text}</b>
      {unit && <small>{behind(unit)}</small>}
    </>
  )
  const title = row.withheld ? t('数量过少，不予显示') : valueText(value, measure)
  if (!listOf(figures, row, measure.name))
    return (
      <span className={className} title={title}>
        {inside}
      </span>
    )
  return (
    <button type="button" className={className} title={title} onClick={() => onOpen(row, measure.name)}>
      {inside}
    </button>
  )
}

const ARROWS = { up: '↑', down: '↓', same: '→' }
const ChangeWords = ({ change: { word, text, direction, tone, days } }: { change: SaidChange }) => (
  <span className={`kpi-change is-${tone}`} title={days}>
    <small>{word}</small>
    {direction && <i aria-hidden="true">{ARROWS[direction]}</i>}
    <b className="num">{direction === 'same' ? t('持平') : text}</b>
  </span>
)

/** Values over time, if the figures are cut by time. */
function sparkOf({ figures, dimensions }: PictureProps): (number | null)[] {
  if (dimensionOf(dimensions, figures.by[0])?.kind !== 'time' || figures.by.length > 1) return []
  return figures.rows.map(({ values }) => values[0] ?? null)
}

/** A line that hardly rises says less than the change beside the number. */
function isMoving(points: readonly (number | null)[]): boolean {
  const values = points.filter(value => value !== null)
  return values.length > 1 && Math.max(...values) > Math.min(...values) * LEAST_RISE
}
const LEAST_RISE = 1.1

const EDGE = 3
function Spark({ points, width }: { points: readonly (number | null)[]; width: number }) {
  const values = points.filter(value => value !== null)
  const [low, high] = [Math.min(0, ...values), Math.max(...values, 0)]
  const x = (_: unknown, i: number): number => EDGE + (i / (points.length - 1)) * (width - EDGE * 2)
  const y = (value: number | null): number =>
    SPARK_HEIGHT - EDGE - (((value ?? 0) - low) / (high - low || 1)) * (SPARK_HEIGHT - EDGE * 2)
  const isThere = (value: number | null): boolean => value !== null
  const path = line<number | null>(x, y).defined(isThere)([...points])
  const below = area<number | null>(x, y(0), y).defined(isThere)([...points])
  const last = points.findLastIndex(isThere)
  return (
    <svg className="kpi-spark" width={width} height={SPARK_HEIGHT} aria-hidden="true">
      <path className="c1 spark-area" d={below ?? ''} />
      <path className="c1 spark-line" d={path ?? ''} />
      {last >= 0 && <circle className="c1 mark" cx={x(undefined, last)} cy={y(points[last] ?? 0)} r={2.5} />}
    </svg>
  )
}

export const kpi: PictureModule = { Picture: Kpi, sentence: sentenceOf }
