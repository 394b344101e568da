import { useMemo } from 'react'
import type { Outline } from '../../../core/contract/outline.ts'
import { GEO_OUTLINE } from '../../data/calls/own-calls.ts'
import { useCall } from '../../data/http/query.ts'
import { t } from '../../i18n/t.ts'
import { fitOf, namesOn, placeOf } from '../layout/map.ts'
import { Chart } from '../marks/Chart.tsx'
import { lineOf, opening, type Mark } from '../marks/mark.ts'
import { markOf } from '../marks/mark.ts'
import { legendHeight, StepLegend } from '../marks/StepLegend.tsx'
import { markProps } from '../marks/useMarks.ts'
import { classesFor, classOf } from '../model/classes.ts'
import { scaledText, scaleOf, valueText } from '../model/numbers.ts'
import type { PictureModule, PictureProps } from '../model/props.ts'
import { sentenceOf } from '../model/sentence.ts'
import { labelOf, measuresOf } from '../model/series.ts'
import { WITHHELD } from '../model/table.ts'
import { Flows } from './flows.tsx'
import './map.css'

const NATION = '000000'
const NOTE = 18

/** The region map: fetched by the code of the area looked at, drawn as it comes. */
function RegionMap(props: PictureProps) {
  const { data, error, mutate } = useCall<Outline>(GEO_OUTLINE, { code: props.area || NATION })
  const { width, height } = props
  if (data) return <Drawn props={props} outline={data} />
  if (!error) return <div className="map-wait" style={{ width, height }} aria-busy="true" />
  return (
    <p role="alert" className="weak map-wait" style={{ width, height }}>
      {error.message}{' '}
      <button type="button" className="link" onClick={() => void mutate()}>
        {t('重试')}
      </button>
    </p>
  )
}

function Drawn({ props, outline }: { props: PictureProps; outline: Outline }) {
  const { figures, measures, width, height, onOpen, onDrill, options } = props
  const facts = measuresOf(figures, measures)
  const [measure] = facts
  const room = height - legendHeight(width) - NOTE
  const fit = useMemo(() => fitOf(outline, width, room), [outline, width, room])
  const rows = useMemo(() => new Map(figures.rows.map(row => [row.keys[0] ?? '', row])), [figures])
  if (!measure) return null
  const values = figures.rows.map(row => row.values[0] ?? null)
  const classes = classesFor(values)
  const scale = scaleOf(Math.max(...values.map(value => value ?? 0), 0), measure)
  const parts = outline.parts.filter(part => !part.isLine)
  const shown = parts.map(part => ({ part, row: rows.get(part.code), value: rows.get(part.code)?.values[0] ?? null }))
  const marks = shown.map(({ part, row }, at): Mark => {
    const place = { at, line: 0, ...placeOf(part, fit) }
    const drills = onDrill && (() => onDrill(part.code))
    if (!row) return { ...place, title: part.name, lines: [{ label: t('暂无数据'), text: '' }], drills }
    const mark = markOf({ figures, row, measure, title: part.name || labelOf(row, 0), ...place })
    const others = facts.slice(1).map((one, i) => lineOf(row, row.values[i + 1] ?? null, one, t(one.label)))
    return {
      ...place,
      title: mark.title,
      lines: [...mark.lines, ...others],
      opens: opening(figures, row, measure.name),
      drills,
    }
  })
  const off = figures.rows.filter(row => !parts.some(({ code }) => code === row.keys[0]))
  return (
    <div className="map">
      <Chart width={width} height={room} name={sentenceOf(props)} marks={marks} onOpen={onOpen}>
        <g transform={`translate(${fit.left} ${fit.top}) scale(${fit.scale})`}>
          {shown.map(({ part, value }, i) => (
            <path
              key={part.code}
              {...markProps(i, marks[i])}
              className={`mark part ${classOf(value, classes)}`}
              d={part.d}
            />
          ))}
          {outline.parts.map(part => part.isLine && <path key={part.code} className="map-line" d={part.d} />)}
        </g>
        {typeof options.flow === 'string' && <Flows parts={shown} fit={fit} />}
        {namesOn(shown, fit, width).map(({ code, name, x, y }) => (
          <text key={code} className="map-name" x={x} y={y} dy=".35em" textAnchor="middle">
            {name}
          </text>
        ))}
      </Chart>
      <p className="map-off weak" title={t('不在图上')}>
        {off.map(row => {
          const text = row.withheld ? WITHHELD : valueText(row.values[0], measure)
          const can = opening(figures, row, measure.name)
          return (
            <button
              key={row.keys[0]}
              type="button"
              className="link"
              disabled={!can}
              onClick={() => onOpen(row, measure.name)}
            >
              {labelOf(row, 0)} {text}
            </button>
          )
        })}
      </p>
      <StepLegend classes={classes} unit={scale.unit} told={bound => scaledText(bound, measure, scale)} />
    </div>
  )
}

export const map: PictureModule = { Picture: RegionMap, sentence: sentenceOf }
