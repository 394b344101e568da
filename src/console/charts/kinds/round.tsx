import { useMemo } from 'react'
import { t } from '../../i18n/t.ts'
import { layoutPie, layoutRose, shareRoom, type Slice } from '../layout/round.ts'
import { Chart } from '../marks/Chart.tsx'
import { markOf } from '../marks/mark.ts'
import { markProps } from '../marks/useMarks.ts'
import { classesOf } from '../model/colours.ts'
import { numberText, shifted, shortText, valueText } from '../model/numbers.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { dimensionOf, gridOf } from '../model/series.ts'
import './round.css'

const EDGE = 6
const HOLE = 0.62

/** A pie, a donut or a rose, with all its names and numbers in a list beside it: no label can cover another. */
function Round({ props, isRose }: { props: PictureProps; isRose: boolean }) {
  const { figures, measures, dimensions, entries, width, height, options, onOpen } = props
  const { categories, series } = useMemo(() => gridOf(figures, measures), [figures, measures])
  const [one] = series
  const texts = categories.map(({ label }, at) => ({
    label,
    text: one ? valueText(one.cells[at]?.value, one.measure) : '',
  }))
  const { isBeside, width: w, height: h, line } = shareRoom({ width, height, names: texts })
  const radius = Math.max(1, Math.min(w, h) / 2 - EDGE)
  const hole = options.donut === true && !isRose ? HOLE : 0
  const slices = useMemo(() => {
    const values = one?.cells.map(cell => cell?.value ?? null) ?? []
    return isRose ? layoutRose({ values, radius }) : layoutPie({ values, radius, hole })
  }, [one, isRose, radius, hole])
  if (!one) return null
  const dict = entries(dimensionOf(dimensions, figures.by[0])?.dict ?? '')
  const colours = classesOf(
    categories.map(({ key }) => key),
    dict,
    options.tones as Record<string, unknown> | undefined,
  ).map((colour, at) => (one.cells[at]?.row.rest ? 'rest' : colour))
  const marks = slices.flatMap(({ at, x, y, part }, i) => {
    const row = one.cells[at]?.row
    const place = { at: i, line: 0, x: w / 2 + x, y: h / 2 + y, title: categories[at]?.label ?? '' }
    return row
      ? [markOf({ figures, row, measure: one.measure, colour: colours[at], part: percent(part), ...place })]
      : []
  })
  const items = texts.map((text, at) => ({
    ...text,
    colour: colours[at] ?? '',
    part: slices.find(slice => slice.at === at)?.part,
  }))
  return (
    <div className={isBeside ? 'round' : 'round is-narrow'} style={{ width, height }}>
      <Chart width={w} height={h} name={sentenceOf(props)} marks={marks} onOpen={onOpen}>
        <g transform={`translate(${w / 2} ${h / 2})`}>
          {slices.map(({ at, d }: Slice, i) => (
            <path key={at} {...markProps(i, marks[i])} className={`mark slice ${colours[at]}`} d={d} />
          ))}
          {slices.length === 0 && <circle className="chart-track" r={radius} />}
          {hole > 0 && <Middle props={props} />}
        </g>
      </Chart>
      <Names items={items} line={line} />
    </div>
  )
}
const percent = (part: number): string => `${numberText(shifted(part, 2), 1)}%`

/** The number of all groups, as it was counted, in the hole of a donut. */
function Middle({ props: { figures, measures } }: { props: PictureProps }) {
  const measure = measures.find(({ name }) => name === figures.measures[0])
  if (!measure) return null
  const [text, unit] = shortText(figures.total.values[0], measure, 1e5)
  return (
    <g aria-hidden="true">
      <text className="round-total" textAnchor="middle" y={2}>
        {text}
      </text>
      <text textAnchor="middle" y={20}>
        {unit || t(measure.label)}
      </text>
    </g>
  )
}

interface NamesProps {
  line: number
  items: readonly { label: string; colour: string; text: string; part?: number }[]
}
const Names = ({ items, line }: NamesProps) => (
  <ul className="round-names scrolled" style={{ lineHeight: `${line}px` }} aria-hidden="true">
    {items.map(({ label, colour, text, part }) => (
      <li key={label}>
        <i className={`chart-key ${colour}`} />
        <span title={label}>{label}</span>
        <b className="num">{text}</b>
        <small className="num">{part === undefined ? '–' : percent(part)}</small>
      </li>
    ))}
  </ul>
)

export const pie: PictureModule = { Picture: props => <Round props={props} isRose={false} />, sentence: sentenceOf }
export const rose: PictureModule = { Picture: props => <Round props={props} isRose />, sentence: sentenceOf }
